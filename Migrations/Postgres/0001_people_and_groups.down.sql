DROP TABLE person_group_item;
DROP TABLE person_group;
DROP TABLE person;
