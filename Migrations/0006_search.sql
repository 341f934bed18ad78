-- The words of people in an index, for searching. Triggers note whose texts have changed; the library
-- moves them into the index. No trigger names the index, so a program without FTS5 can go on writing.

CREATE TABLE person_search_text (id INTEGER PRIMARY KEY, words TEXT NOT NULL) STRICT;

CREATE TABLE person_search_due (id INTEGER PRIMARY KEY) STRICT;

CREATE VIRTUAL TABLE person_search USING fts5(
  words, content='person_search_text', content_rowid='id',
  tokenize='ascii', prefix='2 3 4', detail=none, columnsize=0);

-- New people have higher ids than those with words, and need no note.
CREATE TRIGGER person_search_inserted AFTER INSERT ON person
WHEN new.id <= (SELECT max(id) FROM person_search_text)
BEGIN
  INSERT INTO person_search_due VALUES (new.id) ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER person_search_updated AFTER UPDATE OF surname, name, email, id ON person
WHEN new.surname IS NOT old.surname OR new.name IS NOT old.name OR new.email IS NOT old.email OR new.id IS NOT old.id
BEGIN
  INSERT INTO person_search_due VALUES (new.id) ON CONFLICT DO NOTHING;
  INSERT INTO person_search_due SELECT old.id WHERE old.id <> new.id ON CONFLICT DO NOTHING;
END;

CREATE TRIGGER person_search_deleted AFTER DELETE ON person
BEGIN
  INSERT INTO person_search_due VALUES (old.id) ON CONFLICT DO NOTHING;
END;
