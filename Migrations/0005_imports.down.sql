-- lose: records of imports: SELECT count(*) FROM person_import WHERE undone_at IS NULL

DROP TRIGGER person_changed;
DROP TABLE person_import_update;
DROP TABLE person_import_insert;
DROP TABLE person_import;
