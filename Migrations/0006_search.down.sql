-- The words are made of the people, so nothing is lost.
-- lose: words: SELECT 0

DROP TRIGGER person_search_inserted;

DROP TRIGGER person_search_updated;

DROP TRIGGER person_search_deleted;

DROP TABLE person_search;

DROP TABLE person_search_text;

DROP TABLE person_search_due;
