DROP TRIGGER person_group_text_changed;
DROP TRIGGER person_text_changed;
DROP INDEX person_group_unchecked_text;
DROP INDEX person_unchecked_text;
ALTER TABLE person_group DROP COLUMN text_version;
ALTER TABLE person DROP COLUMN text_version;
