-- People, and groups of people in order.

CREATE TABLE person (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  name TEXT NOT NULL CONSTRAINT person_name_not_empty CHECK (name <> ''),
  surname TEXT NOT NULL,
  age INTEGER NOT NULL CONSTRAINT person_age_not_negative CHECK (age >= 0),
  email TEXT UNIQUE CONSTRAINT person_email_has_at CHECK (email GLOB '?*@?*'),
  birth_date TEXT CONSTRAINT person_birth_date_exists CHECK (birth_date IS date(birth_date))
) STRICT;

CREATE TABLE person_group (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  letter TEXT NOT NULL UNIQUE CONSTRAINT person_group_letter_not_empty CHECK (letter <> '')
) STRICT;

CREATE TABLE person_group_item (
  group_id INTEGER NOT NULL REFERENCES person_group (id) ON DELETE CASCADE,
  position INTEGER NOT NULL CONSTRAINT person_group_item_position_not_negative CHECK (position >= 0),
  person_id INTEGER NOT NULL REFERENCES person (id) ON DELETE CASCADE,
  PRIMARY KEY (group_id, position)
) STRICT, WITHOUT ROWID;

CREATE INDEX person_group_item_person ON person_group_item (person_id);
