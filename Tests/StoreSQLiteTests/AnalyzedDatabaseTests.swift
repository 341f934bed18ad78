import StoreSQLite
import Testing

/// What SQLite's planner does otherwise once it knows how many rows there are.
@Suite struct AnalyzedDatabaseTests {
  @Test func theFirstRowOfAListIsReadWhole() throws {
    // SQLite 3.40 by itself gives the row of "g" the name "b".
    let connection = try memory(
      """
      CREATE TABLE person (id INTEGER PRIMARY KEY, name TEXT NOT NULL, note TEXT NOT NULL);
      CREATE INDEX person_name ON person (name);
      CREATE TABLE wanted (name TEXT NOT NULL);
      INSERT INTO person (id, name, note) VALUES
        (2, 'a', ''), (6, 'b', ''), (3, 'c', ''), (5, 'd', ''), (7, 'e', ''), (4, 'f', ''),
        (1, 'g', '');
      INSERT INTO wanted VALUES ('b'), ('a'), ('e'), ('g'), ('c');
      ANALYZE;
      """)
    let name = try connection.value(
      """
      SELECT name FROM person INDEXED BY person_name
      WHERE name IN (SELECT name FROM wanted) AND note || name <> 'z'
      ORDER BY id LIMIT 1
      """)
    #expect(name == "g")
  }
}
