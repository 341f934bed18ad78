-- Counts the changes of a row's texts by the library, which writes them in canonical form. It is
-- NULL where another program has written a text, which may not be.

ALTER TABLE person ADD COLUMN text_version INTEGER;

ALTER TABLE person_group ADD COLUMN text_version INTEGER;

-- Text of ASCII characters is in canonical form: it has as many bytes as characters.
UPDATE person SET text_version = 1
WHERE length(CAST(name AS BLOB)) = length(name)
  AND length(CAST(surname AS BLOB)) = length(surname)
  AND length(CAST(email AS BLOB)) IS length(email);

UPDATE person_group SET text_version = 1
WHERE length(CAST(letter AS BLOB)) = length(letter);

CREATE INDEX person_unchecked_text ON person (id) WHERE text_version IS NULL;

CREATE INDEX person_group_unchecked_text ON person_group (id) WHERE text_version IS NULL;

CREATE TRIGGER person_text_changed AFTER UPDATE OF name, surname, email ON person
WHEN new.text_version IS old.text_version
BEGIN
  UPDATE person SET text_version = NULL WHERE id = new.id;
END;

CREATE TRIGGER person_group_text_changed AFTER UPDATE OF letter ON person_group
WHEN new.text_version IS old.text_version
BEGIN
  UPDATE person_group SET text_version = NULL WHERE id = new.id;
END;
