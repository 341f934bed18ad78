-- An age may be unknown, and what else is known of a person is kept in attributes: an object of texts
-- in JSON.

ALTER TABLE person ALTER COLUMN age DROP NOT NULL;

ALTER TABLE person ADD COLUMN attributes text COLLATE "C" NOT NULL DEFAULT '{}'
  CONSTRAINT person_attributes_object
    CHECK (attributes = '{}' OR json_typeof(CAST(attributes AS json)) = 'object')
  CONSTRAINT person_attributes_canonical CHECK (attributes IS NFC NORMALIZED);
