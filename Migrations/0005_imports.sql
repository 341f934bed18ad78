-- What imports did, so that they can be undone.

CREATE TABLE person_import (
  id INTEGER PRIMARY KEY,
  source TEXT NOT NULL,
  imported_at TEXT NOT NULL,
  undone_at TEXT
) STRICT;

-- People who were inserted. As long as nobody changes them, their text_version is 1.
CREATE TABLE person_import_insert (
  import_id INTEGER NOT NULL REFERENCES person_import (id) ON DELETE CASCADE,
  first_id INTEGER NOT NULL,
  last_id INTEGER NOT NULL,
  UNIQUE (import_id, first_id)
) STRICT;

-- People who were changed, as they were before, in JSON, and a digest of what they became. A person
-- who was inserted by the same import has nothing before.
CREATE TABLE person_import_update (
  import_id INTEGER NOT NULL REFERENCES person_import (id) ON DELETE CASCADE,
  person_id INTEGER NOT NULL,
  before TEXT,
  -- The number of changes before.
  version INTEGER,
  digest BLOB,
  UNIQUE (import_id, person_id)
) STRICT;

-- The library counts all of its changes. Those of other programs make another number of 1.
CREATE TRIGGER person_changed AFTER UPDATE OF age, birth_date ON person
WHEN new.text_version = 1 AND old.text_version = 1
BEGIN
  UPDATE person SET text_version = 2 WHERE id = new.id;
END;
