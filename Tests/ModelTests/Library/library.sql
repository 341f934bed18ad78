CREATE TABLE library (  -- Where books are lent
  library_id INTEGER PRIMARY KEY,
  name TEXT NOT NULL COLLATE NOCASE,
  -- The library that this one belongs to
  parent_id INTEGER REFERENCES library (library_id)
);
CREATE TABLE books (
  isbn TEXT NOT NULL PRIMARY KEY, /* thirteen digits */
  title VARCHAR(200) NOT NULL,
  state TEXT NOT NULL DEFAULT 'on shelf' CHECK (state IN ('on shelf', 'lent', 'LOST')), -- where it is
  price DECIMAL(6, 2), -- in euros
  is_new BOOLEAN NOT NULL DEFAULT 0,
  bought DATE,
  added DATETIME NOT NULL DEFAULT CURRENT_TIMESTAMP,
  pages INT DEFAULT 100,
  shelf STRING,
  tags JSON,
  gross AS (price * 1.2),
  home_library INTEGER NOT NULL REFERENCES library,
  CHECK (pages > 0)
);
CREATE TABLE readers (id INTEGER PRIMARY KEY, name TEXT NOT NULL, card UUID UNIQUE);
CREATE TABLE loans (
  reader_id INTEGER NOT NULL REFERENCES readers (id),
  isbn TEXT NOT NULL REFERENCES books (isbn),
  day TEXT NOT NULL,
  seen INTEGER,
  PRIMARY KEY (reader_id, isbn)
) WITHOUT ROWID;
CREATE TABLE notes (text TEXT, picture BLOB, mixed, bad);
CREATE VIEW lent AS SELECT b.isbn, b.title, count(*) AS times FROM books b JOIN loans l ON l.isbn = b.isbn GROUP BY b.isbn;
INSERT INTO library VALUES (1, 'Main', NULL), (2, 'North', 1);
INSERT INTO books (isbn, title, state, price, is_new, bought, pages, shelf, tags, home_library)
VALUES ('1', 'Faust', 'lent', 12, 1, '2024-01-05', 300, 7, '["old"]', 1), ('2', 'Sult', 'LOST', 9.5, 0, NULL, NULL, 'A7', '[]', 2);
INSERT INTO readers VALUES (1, 'Ada', '0000000A-0000-0000-0000-000000000001');
INSERT INTO loans VALUES (1, '1', '2024-02-01', 5);
INSERT INTO notes VALUES ('x', x'00', 1, x'00'), (NULL, NULL, 'two', 7);
