-- lose: people: SELECT count(*) FROM person
-- lose: groups of people: SELECT count(*) FROM person_group

DROP TABLE person_group_item;
DROP TABLE person_group;
DROP TABLE person;
DROP TABLE retired_key;
