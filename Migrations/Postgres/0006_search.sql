-- The words of people, for searching. The library writes them; they are NULL until it has, and again
-- where a program has changed the texts. (Number 5 is a file for SQLite.)

ALTER TABLE person ADD COLUMN search_words tsvector;

CREATE INDEX person_search ON person USING gin (search_words);

CREATE INDEX person_search_due ON person (id) WHERE search_words IS NULL;

-- Triggers run in the order of their names, and this one after those that change the texts.
CREATE TRIGGER zz_swift_words BEFORE UPDATE ON person FOR EACH ROW
WHEN (NEW.surname COLLATE "C" IS DISTINCT FROM OLD.surname COLLATE "C"
  OR NEW.name COLLATE "C" IS DISTINCT FROM OLD.name COLLATE "C"
  OR NEW.email COLLATE "C" IS DISTINCT FROM OLD.email COLLATE "C")
EXECUTE FUNCTION swift.forget_words();
