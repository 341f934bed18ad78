-- Changes of these tables are recorded while a program observes the database. (Number 2 is a file
-- for SQLite.)

SELECT swift.observe('person');
SELECT swift.observe('person_group');
SELECT swift.observe('person_group_item');
