-- What imports did, so that they can be undone.

CREATE TABLE person_import (
  id INTEGER PRIMARY KEY,
  source TEXT NOT NULL,
  imported_at TEXT NOT NULL,
  undone_at TEXT
) STRICT;

-- People with consecutive ids who were inserted, and eight bytes for each, by which one who has
-- changed since is recognized.
CREATE TABLE person_import_insert (
  import_id INTEGER NOT NULL REFERENCES person_import (id) ON DELETE CASCADE,
  first_id INTEGER NOT NULL,
  digests BLOB NOT NULL,
  UNIQUE (import_id, first_id)
) STRICT;

-- People who were changed, as they were before, in JSON.
CREATE TABLE person_import_update (
  import_id INTEGER NOT NULL REFERENCES person_import (id) ON DELETE CASCADE,
  person_id INTEGER NOT NULL,
  before TEXT NOT NULL,
  digest BLOB,
  UNIQUE (import_id, person_id)
) STRICT;
