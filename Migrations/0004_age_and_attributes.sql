-- An age may be unknown, and what else is known of a person is kept in attributes: an object of texts
-- in JSON. (Number 3 is a file for a server.)

-- rebuild: person
CREATE TABLE person_new (
  id INTEGER PRIMARY KEY CONSTRAINT person_id_positive CHECK (id > 0),
  name TEXT NOT NULL CONSTRAINT person_name_not_empty CHECK (name <> ''),
  surname TEXT NOT NULL,
  age INTEGER CONSTRAINT person_age_not_negative CHECK (age >= 0),
  email TEXT UNIQUE,
  -- The library writes days that exist only; date() here would make inserts take a tenth longer.
  birth_date TEXT CONSTRAINT person_birth_date_form CHECK (length(birth_date) = 10),
  attributes TEXT NOT NULL DEFAULT '{}' CONSTRAINT person_attributes_object
    CHECK (attributes = '{}' OR json_valid(attributes) AND json_type(attributes) = 'object'),
  text_version INTEGER
) STRICT;

INSERT INTO person_new (id, name, surname, age, email, birth_date, text_version)
SELECT id, name, surname, age, email, birth_date, text_version FROM person;

DROP TABLE person;

ALTER TABLE person_new RENAME TO person;

CREATE TRIGGER person_text_changed AFTER UPDATE OF name, surname, email, attributes ON person
WHEN new.text_version IS old.text_version
BEGIN
  UPDATE person SET text_version = NULL WHERE id = new.id;
END;
