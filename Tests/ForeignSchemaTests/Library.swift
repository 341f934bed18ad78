import Foundation
import LinqSQL
import StoreSQLite
import TestModel
import Testing

/// A schema as others make it: text keys, UUIDs, composite keys, tables without row IDs, views,
/// generated columns and default values.
struct Country: Sendable, Hashable {
  let code: String
  var name: String

  static let table = Table(
    "country", Country.init, .primaryKey("code", \.code), .column("name", \.name))
}

struct Book: Sendable, Hashable {
  let isbn: String
  var title: String
  var country: String?
  var cents: Int
  var price: Double = 0

  static let table = Table(
    "book", Book.init, .primaryKey("isbn", \.isbn), .column("title", \.title),
    .column("country", \.country), .column("cents", \.cents), .generated("price", \.price))
}

/// A copy of a book: its key has two columns.
struct BookCopy: Sendable, Hashable {
  var isbn: String
  var number: Int
  var shelf: String?

  static let table = Table(
    "book_copy", BookCopy.init, .primaryKey("isbn", \.isbn), .primaryKey("number", \.number),
    .column("shelf", \.shelf))
}

struct Reader: Sendable, Hashable {
  var id = UUID()
  var name: String
  var card: Int
  var fee: Int?

  static let table = Table(
    "reader", Reader.init, .primaryKey("id", \.id), .column("name", \.name),
    .column("card", \.card), .defaulted("fee", \.fee))
}

/// A loan: its key has four columns, one of which is a UUID and one a day.
struct Loan: Sendable, Hashable {
  let reader: UUID
  let isbn: String
  let number: Int
  let day: CalendarDate
  var returned: CalendarDate?

  static let table = Table(
    "loan", Loan.init, .primaryKey("reader", \.reader), .primaryKey("isbn", \.isbn),
    .primaryKey("number", \.number), .primaryKey("day", \.day), .column("returned", \.returned))
}

/// A row of a view.
struct OpenLoan: Sendable, Hashable {
  var isbn: String
  var number: Int
  var name: String

  static let table = Table(
    "open_loan", OpenLoan.init, .primaryKey("isbn", \.isbn), .primaryKey("number", \.number),
    .column("name", \.name))
}

/// A key of 32 bits, a constant, in a type of its own.
struct NoteID: RawRepresentable, Hashable, ColumnValue {
  var rawValue: Int32
}

struct Note: Sendable, Hashable {
  let id: NoteID
  var text: String
  init(id: NoteID = NoteID(rawValue: 0), text: String) { (self.id, self.text) = (id, text) }

  static let table = Table(
    "note", Note.init(id:text:), .primaryKey("id", \.id), .column("text", \.text))
}

/// A key that is nil until the row is stored.
struct Event: Sendable, Hashable {
  var id: Int?
  var text: String

  static let table = Table(
    "event", Event.init, .primaryKey("id", \.id), .column("text", \.text))
}

extension QueryExpression<Book> {
  /// The copies of a book.
  var copies: QueryExpression<[BookCopy]> {
    BookCopy.table.rows.matching(\.isbn, equals: self.isbn)
  }

  /// The country of a book.
  var origin: Related<Country> {
    Related(Country.table.rows.matching(\.code, equals: self.country))
  }
}

extension QueryExpression<Loan> {
  /// The copy of the loan.
  var copy: Related<BookCopy> {
    Related(BookCopy.table.rows.matching { $0.isbn == self.isbn && $0.number == self.number })
  }
}

/// The database of a library.
struct Library: Sendable {
  let pool: ConnectionPool
  let countries: Repository<Country>
  let books: Repository<Book>
  let copies: Repository<BookCopy>
  let readers: Repository<Reader>
  let loans: Repository<Loan>
  let open: Repository<OpenLoan>
  let notes: Repository<Note>
  let events: Repository<Event>

  private init(in pool: ConnectionPool) {
    self.pool = pool
    countries = Repository(Country.table, in: pool)
    books = Repository(Book.table, in: pool)
    copies = Repository(BookCopy.table, in: pool)
    readers = Repository(Reader.table, in: pool)
    loans = Repository(Loan.table, in: pool)
    open = Repository(OpenLoan.table, in: pool)
    notes = Repository(Note.table, in: pool)
    events = Repository(Event.table, in: pool)
  }

  /// A library in memory, and one on a server if there is one.
  static func all() throws -> [Library] { try newDatabases(schema).map(Library.init(in:)) }

  static let schema = [
    "CREATE TABLE country (code TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL) WITHOUT ROWID",
    """
    CREATE TABLE book (
      isbn TEXT NOT NULL PRIMARY KEY, title TEXT NOT NULL, country TEXT REFERENCES country (code),
      cents INTEGER NOT NULL CHECK (cents >= 0),
      price REAL NOT NULL GENERATED ALWAYS AS (cents / 100.0) STORED)
    """,
    """
    CREATE TABLE book_copy (
      number INTEGER NOT NULL, isbn TEXT NOT NULL REFERENCES book (isbn), shelf TEXT,
      PRIMARY KEY (isbn, number)) WITHOUT ROWID
    """,
    """
    CREATE TABLE reader (
      id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL, card INTEGER NOT NULL UNIQUE,
      fee INTEGER NOT NULL DEFAULT 12, UNIQUE (name, card))
    """,
    """
    CREATE TABLE loan (
      reader TEXT NOT NULL REFERENCES reader (id), isbn TEXT NOT NULL, number INTEGER NOT NULL,
      day TEXT NOT NULL, returned TEXT, PRIMARY KEY (reader, isbn, number, day),
      FOREIGN KEY (isbn, number) REFERENCES book_copy (isbn, number))
    """,
    """
    CREATE VIEW open_loan AS SELECT loan.isbn, loan.number, reader.name
    FROM loan JOIN reader ON reader.id = loan.reader WHERE loan.returned IS NULL
    """,
    "CREATE TABLE note (id INTEGER PRIMARY KEY, text TEXT NOT NULL)",
    "CREATE TABLE event (id INTEGER PRIMARY KEY, text TEXT NOT NULL)",
  ]
}
