-- refuse: people without an age: SELECT count(*) FROM person WHERE age IS NULL
-- lose: people's attributes: SELECT count(*) FROM person WHERE attributes <> '{}'

ALTER TABLE person DROP COLUMN attributes;

ALTER TABLE person ALTER COLUMN age SET NOT NULL;
