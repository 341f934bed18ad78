-- The words are made of the people, so nothing is lost.
-- lose: words: SELECT 0

DROP TRIGGER zz_swift_words ON person;

DROP INDEX person_search_due;

DROP INDEX person_search;

ALTER TABLE person DROP COLUMN search_words;
