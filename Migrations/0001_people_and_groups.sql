-- People, and groups of people in order.

CREATE TABLE person (
  id INTEGER PRIMARY KEY CONSTRAINT person_id_positive CHECK (id > 0),
  name TEXT NOT NULL CONSTRAINT person_name_not_empty CHECK (name <> ''),
  surname TEXT NOT NULL,
  age INTEGER NOT NULL CONSTRAINT person_age_not_negative CHECK (age >= 0),
  email TEXT UNIQUE,
  -- The library writes days that exist only; date() here would make inserts take a tenth longer.
  birth_date TEXT CONSTRAINT person_birth_date_form CHECK (length(birth_date) = 10)
) STRICT;

CREATE TABLE person_group (
  id INTEGER PRIMARY KEY CONSTRAINT person_group_id_positive CHECK (id > 0),
  letter TEXT NOT NULL UNIQUE CONSTRAINT person_group_letter_not_empty CHECK (letter <> '')
) STRICT;

CREATE TABLE person_group_item (
  group_id INTEGER NOT NULL REFERENCES person_group (id) ON DELETE CASCADE,
  position INTEGER NOT NULL CONSTRAINT person_group_item_position_not_negative CHECK (position >= 0),
  person_id INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  PRIMARY KEY (group_id, position)
) STRICT, WITHOUT ROWID;

CREATE INDEX person_group_item_person ON person_group_item (person_id);

-- No id is used a second time: who kept the id of a deleted person must not find another one under it.
-- The highest id in a table is not enough for that once its row is deleted, so it is written down here.
-- (AUTOINCREMENT does the same, and makes every insert take a third longer.)
CREATE TABLE retired_key (
  table_name TEXT PRIMARY KEY,
  last INTEGER NOT NULL
) STRICT, WITHOUT ROWID;

CREATE TRIGGER person_key_retired AFTER DELETE ON person
WHEN NOT EXISTS (SELECT 1 FROM person WHERE id > old.id)
BEGIN
  INSERT INTO retired_key (table_name, last) VALUES ('person', old.id)
  ON CONFLICT (table_name) DO UPDATE SET last = max(last, excluded.last);
END;

CREATE TRIGGER person_group_key_retired AFTER DELETE ON person_group
WHEN NOT EXISTS (SELECT 1 FROM person_group WHERE id > old.id)
BEGIN
  INSERT INTO retired_key (table_name, last) VALUES ('person_group', old.id)
  ON CONFLICT (table_name) DO UPDATE SET last = max(last, excluded.last);
END;
