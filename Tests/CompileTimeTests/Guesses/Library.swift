import Foundation
import LinqCore
import LinqSQL
import StoreSQLite

// A network of public libraries, as a new user declares it: the tables of the guesses beside this
// file.

// MARK: Values

/// A key of its own type.
struct BranchID: RawRepresentable, Hashable, Sendable, ColumnValue {
  var rawValue: Int
  init(rawValue: Int) { self.rawValue = rawValue }
  init(_ rawValue: Int) { self.rawValue = rawValue }
}

enum Language: String, CaseIterable, Sendable, ColumnValue {
  case english, german, french, turkish, polish
}
enum Condition: Int, CaseIterable, Sendable, ColumnValue { case new = 1, good, worn, damaged }
enum MemberKind: String, CaseIterable, Sendable, ColumnValue { case child, student, adult, senior }
enum HoldStatus: String, CaseIterable, Sendable, ColumnValue {
  case waiting, ready, fulfilled, cancelled
}
enum FineReason: String, CaseIterable, Sendable, ColumnValue { case late, damage, loss }
enum Role: String, CaseIterable, Sendable, ColumnValue { case director, head, librarian, assistant }
enum Format: String, Codable, CaseIterable, ColumnArrayElement {
  case hardcover, paperback, ebook, audio
}

struct Address: Codable, Hashable, Sendable, JSONColumnValue {
  var street: String
  var city: String
  var zip: String
  static let jsonMembers: [JSONMember<Address>] = [
    .member("street", \.street), .member("city", \.city), .member("zip", \.zip),
  ]
}

struct Contact: Codable, Hashable, Sendable, JSONColumnValue {
  var phone: String?
  var address: Address
  var newsletter: Bool
  static let jsonMembers: [JSONMember<Contact>] = [
    .member("phone", \.phone), .member("address", \.address), .member("newsletter", \.newsletter),
  ]
}

// MARK: Tables

struct Branch: Sendable, Hashable {
  var id: BranchID = BranchID(0)
  var name: String
  var city: String
  var parentID: BranchID?
  var opened: CalendarDate
  var area: Double
  var settings: [String: String]

  static let table = Table(
    "branch", Branch.init,
    .primaryKey("id", \.id), .column("name", \.name), .column("city", \.city),
    .column("parent_id", \.parentID), .column("opened", \.opened), .column("area", \.area),
    .column("settings", \.settings))
}

struct Category: Sendable, Hashable {
  var id: Int = 0
  var name: String
  var parentID: Int?
  var code: String

  static let table = Table(
    "category", Category.init,
    .primaryKey("id", \.id), .column("name", \.name), .column("parent_id", \.parentID),
    .column("code", \.code))
}

struct Title: Sendable, Hashable {
  var id: Int = 0
  var isbn: String?
  var name: String
  var author: String
  var language: Language
  var year: Int?
  var categoryID: Int
  var pages: Int?
  var price: Decimal
  var weight: Double
  var tags: [String]
  var formats: [Format]

  static let table = Table(
    "title", Title.init,
    .primaryKey("id", \.id), .column("isbn", \.isbn), .column("name", \.name),
    .column("author", \.author), .column("language", \.language), .column("year", \.year),
    .column("category_id", \.categoryID), .column("pages", \.pages), .column("price", \.price),
    .column("weight", \.weight), .column("tags", \.tags), .column("formats", \.formats))
}

struct Copy: Sendable, Hashable {
  var id: Int = 0
  var titleID: Int
  var branchID: BranchID
  var barcode: String
  var condition: Condition
  var acquired: CalendarDate
  var cost: Decimal
  var isLost: Bool

  static let table = Table(
    "copy", Copy.init,
    .primaryKey("id", \.id), .column("title_id", \.titleID), .column("branch_id", \.branchID),
    .column("barcode", \.barcode), .column("condition", \.condition),
    .column("acquired", \.acquired), .column("cost", \.cost).encoded(as: .scaled(2)),
    .column("is_lost", \.isLost))
}

struct Member: Sendable, Hashable {
  var id: Int = 0
  var name: String
  var surname: String
  var email: String?
  var born: CalendarDate?
  var joined: CalendarDate
  var kind: MemberKind
  var branchID: BranchID
  var contact: Contact
  var interests: [String]
  var referredBy: Int?

  static let table = Table(
    "member", Member.init,
    .primaryKey("id", \.id), .column("name", \.name), .column("surname", \.surname),
    .column("email", \.email), .column("born", \.born), .column("joined", \.joined),
    .column("kind", \.kind), .column("branch_id", \.branchID), .column("contact", \.contact),
    .column("interests", \.interests), .column("referred_by", \.referredBy))
}

struct Loan: Sendable, Hashable {
  var id: Int = 0
  var copyID: Int
  var memberID: Int
  var lent: Date
  var due: CalendarDate
  var returned: CalendarDate?
  var renewals: Int

  static let table = Table(
    "loan", Loan.init,
    .primaryKey("id", \.id), .column("copy_id", \.copyID), .column("member_id", \.memberID),
    .column("lent", \.lent), .column("due", \.due), .column("returned", \.returned),
    .column("renewals", \.renewals))
}

struct Hold: Sendable, Hashable {
  var id: Int = 0
  var titleID: Int
  var memberID: Int
  var placed: Date
  var position: Int
  var pickup: BranchID
  var status: HoldStatus
  var expires: CalendarDate?

  static let table = Table(
    "hold", Hold.init,
    .primaryKey("id", \.id), .column("title_id", \.titleID), .column("member_id", \.memberID),
    .column("placed", \.placed), .column("position", \.position), .column("pickup", \.pickup),
    .column("status", \.status), .column("expires", \.expires))
}

struct Fine: Sendable, Hashable {
  var id: Int = 0
  var loanID: Int
  var memberID: Int
  var amount: Decimal
  var paid: Decimal
  var issued: CalendarDate
  var settled: CalendarDate?
  var reason: FineReason

  static let table = Table(
    "fine", Fine.init,
    .primaryKey("id", \.id), .column("loan_id", \.loanID), .column("member_id", \.memberID),
    .column("amount", \.amount).encoded(as: .scaled(2)),
    .column("paid", \.paid).encoded(as: .scaled(2)), .column("issued", \.issued),
    .column("settled", \.settled), .column("reason", \.reason))
}

/// One row for each branch and weekday on which it is open; minutes since midnight.
struct OpeningHours: Sendable, Hashable {
  var branchID: BranchID
  var weekday: Int
  var opens: Int
  var closes: Int

  static let table = Table(
    "opening_hours", OpeningHours.init,
    .primaryKey("branch_id", \.branchID), .primaryKey("weekday", \.weekday),
    .column("opens", \.opens), .column("closes", \.closes))
}

struct Event: Sendable, Hashable {
  var id: Int = 0
  var branchID: BranchID
  var name: String
  var starts: Date
  var minutes: Int
  var capacity: Int?
  var hostID: Int

  static let table = Table(
    "event", Event.init,
    .primaryKey("id", \.id), .column("branch_id", \.branchID), .column("name", \.name),
    .column("starts", \.starts), .column("minutes", \.minutes), .column("capacity", \.capacity),
    .column("host_id", \.hostID))
}

struct Attendance: Sendable, Hashable {
  var eventID: Int
  var memberID: Int
  var attended: Bool
  var rating: Int?

  static let table = Table(
    "attendance", Attendance.init,
    .primaryKey("event_id", \.eventID), .primaryKey("member_id", \.memberID),
    .column("attended", \.attended), .column("rating", \.rating))
}

struct Staff: Sendable, Hashable {
  var id: Int = 0
  var name: String
  var branchID: BranchID
  var managerID: Int?
  var role: Role
  var salary: Decimal
  var hired: CalendarDate

  static let table = Table(
    "staff", Staff.init,
    .primaryKey("id", \.id), .column("name", \.name), .column("branch_id", \.branchID),
    .column("manager_id", \.managerID), .column("role", \.role),
    .column("salary", \.salary).encoded(as: .scaled(2)), .column("hired", \.hired))
}

let schema = """
  CREATE TABLE branch (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, city TEXT NOT NULL,
    parent_id INTEGER REFERENCES branch, opened TEXT NOT NULL, area REAL NOT NULL,
    settings TEXT NOT NULL) STRICT;
  CREATE TABLE category (id INTEGER PRIMARY KEY, name TEXT NOT NULL,
    parent_id INTEGER REFERENCES category, code TEXT NOT NULL UNIQUE) STRICT;
  CREATE TABLE title (id INTEGER PRIMARY KEY, isbn TEXT UNIQUE, name TEXT NOT NULL,
    author TEXT NOT NULL, language TEXT NOT NULL, year INTEGER,
    category_id INTEGER NOT NULL REFERENCES category, pages INTEGER, price TEXT NOT NULL,
    weight REAL NOT NULL, tags TEXT NOT NULL, formats TEXT NOT NULL) STRICT;
  CREATE INDEX title_category ON title (category_id);
  CREATE TABLE copy (id INTEGER PRIMARY KEY, title_id INTEGER NOT NULL REFERENCES title,
    branch_id INTEGER NOT NULL REFERENCES branch, barcode TEXT NOT NULL UNIQUE,
    condition INTEGER NOT NULL, acquired TEXT NOT NULL, cost INTEGER NOT NULL,
    is_lost INTEGER NOT NULL CHECK (is_lost IN (0, 1))) STRICT;
  CREATE INDEX copy_title ON copy (title_id);
  CREATE INDEX copy_branch ON copy (branch_id);
  CREATE TABLE member (id INTEGER PRIMARY KEY, name TEXT NOT NULL, surname TEXT NOT NULL,
    email TEXT UNIQUE, born TEXT, joined TEXT NOT NULL, kind TEXT NOT NULL,
    branch_id INTEGER NOT NULL REFERENCES branch, contact TEXT NOT NULL, interests TEXT NOT NULL,
    referred_by INTEGER REFERENCES member) STRICT;
  CREATE INDEX member_branch ON member (branch_id);
  CREATE INDEX member_referred ON member (referred_by);
  CREATE TABLE loan (id INTEGER PRIMARY KEY, copy_id INTEGER NOT NULL REFERENCES copy,
    member_id INTEGER NOT NULL REFERENCES member, lent INTEGER NOT NULL, due TEXT NOT NULL,
    returned TEXT, renewals INTEGER NOT NULL) STRICT;
  CREATE INDEX loan_copy ON loan (copy_id);
  CREATE INDEX loan_member ON loan (member_id);
  CREATE TABLE hold (id INTEGER PRIMARY KEY, title_id INTEGER NOT NULL REFERENCES title,
    member_id INTEGER NOT NULL REFERENCES member, placed INTEGER NOT NULL,
    position INTEGER NOT NULL, pickup INTEGER NOT NULL REFERENCES branch, status TEXT NOT NULL,
    expires TEXT, UNIQUE (title_id, position)) STRICT;
  CREATE INDEX hold_member ON hold (member_id);
  CREATE TABLE fine (id INTEGER PRIMARY KEY, loan_id INTEGER NOT NULL REFERENCES loan,
    member_id INTEGER NOT NULL REFERENCES member, amount INTEGER NOT NULL, paid INTEGER NOT NULL,
    issued TEXT NOT NULL, settled TEXT, reason TEXT NOT NULL) STRICT;
  CREATE INDEX fine_loan ON fine (loan_id);
  CREATE INDEX fine_member ON fine (member_id);
  CREATE TABLE opening_hours (branch_id INTEGER NOT NULL REFERENCES branch,
    weekday INTEGER NOT NULL, opens INTEGER NOT NULL, closes INTEGER NOT NULL,
    PRIMARY KEY (branch_id, weekday)) STRICT, WITHOUT ROWID;
  CREATE TABLE event (id INTEGER PRIMARY KEY, branch_id INTEGER NOT NULL REFERENCES branch,
    name TEXT NOT NULL, starts INTEGER NOT NULL, minutes INTEGER NOT NULL, capacity INTEGER,
    host_id INTEGER NOT NULL REFERENCES staff) STRICT;
  CREATE INDEX event_branch ON event (branch_id);
  CREATE TABLE attendance (event_id INTEGER NOT NULL REFERENCES event,
    member_id INTEGER NOT NULL REFERENCES member, attended INTEGER NOT NULL, rating INTEGER,
    PRIMARY KEY (event_id, member_id)) STRICT, WITHOUT ROWID;
  CREATE INDEX attendance_member ON attendance (member_id);
  CREATE TABLE staff (id INTEGER PRIMARY KEY, name TEXT NOT NULL,
    branch_id INTEGER NOT NULL REFERENCES branch, manager_id INTEGER REFERENCES staff,
    role TEXT NOT NULL, salary INTEGER NOT NULL, hired TEXT NOT NULL) STRICT;
  CREATE INDEX staff_manager ON staff (manager_id);
  CREATE INDEX staff_branch ON staff (branch_id);
  """

// MARK: Relations

extension QueryExpression<Branch> {
  var copies: QueryExpression<[Copy]> { Copy.table.rows.matching(\.branchID, equals: self.id) }
  var members: QueryExpression<[Member]> { Member.table.rows.matching(\.branchID, equals: self.id) }
  var events: QueryExpression<[Event]> { Event.table.rows.matching(\.branchID, equals: self.id) }
  var staff: QueryExpression<[Staff]> { Staff.table.rows.matching(\.branchID, equals: self.id) }
  var children: QueryExpression<[Branch]> {
    Branch.table.rows.matching(\.parentID, equals: self.id)
  }
  var parent: Related<Branch> { Related(Branch.table.rows.matching(\.id, equals: self.parentID)) }
  var hours: QueryExpression<[OpeningHours]> {
    OpeningHours.table.rows.matching(\.branchID, equals: self.id)
  }
}
extension QueryExpression<Category> {
  var titles: QueryExpression<[Title]> { Title.table.rows.matching(\.categoryID, equals: self.id) }
  var children: QueryExpression<[Category]> {
    Category.table.rows.matching(\.parentID, equals: self.id)
  }
  var parent: Related<Category> {
    Related(Category.table.rows.matching(\.id, equals: self.parentID))
  }
}
extension QueryExpression<Title> {
  var category: Related<Category> {
    Related(Category.table.rows.matching(\.id, equals: self.categoryID))
  }
  var copies: QueryExpression<[Copy]> { Copy.table.rows.matching(\.titleID, equals: self.id) }
  var holds: QueryExpression<[Hold]> { Hold.table.rows.matching(\.titleID, equals: self.id) }
  var loans: QueryExpression<[Loan]> {
    Copy.table.rows.join(Loan.table.rows, on: { $0.id }, equals: { $0.copyID })
      .matching { $0.0.titleID == self.id }.select { $0.1 }
  }
}
extension QueryExpression<Copy> {
  var title: Related<Title> { Related(Title.table.rows.matching(\.id, equals: self.titleID)) }
  var branch: Related<Branch> { Related(Branch.table.rows.matching(\.id, equals: self.branchID)) }
  var loans: QueryExpression<[Loan]> { Loan.table.rows.matching(\.copyID, equals: self.id) }
}
extension QueryExpression<Member> {
  var loans: QueryExpression<[Loan]> { Loan.table.rows.matching(\.memberID, equals: self.id) }
  var fines: QueryExpression<[Fine]> { Fine.table.rows.matching(\.memberID, equals: self.id) }
  var holds: QueryExpression<[Hold]> { Hold.table.rows.matching(\.memberID, equals: self.id) }
  var branch: Related<Branch> { Related(Branch.table.rows.matching(\.id, equals: self.branchID)) }
  var referrer: Related<Member> {
    Related(Member.table.rows.matching(\.id, equals: self.referredBy))
  }
}
extension QueryExpression<Loan> {
  var copy: Related<Copy> { Related(Copy.table.rows.matching(\.id, equals: self.copyID)) }
  var member: Related<Member> { Related(Member.table.rows.matching(\.id, equals: self.memberID)) }
  var fines: QueryExpression<[Fine]> { Fine.table.rows.matching(\.loanID, equals: self.id) }
}
extension QueryExpression<Hold> {
  var title: Related<Title> { Related(Title.table.rows.matching(\.id, equals: self.titleID)) }
  var member: Related<Member> { Related(Member.table.rows.matching(\.id, equals: self.memberID)) }
}
extension QueryExpression<Fine> {
  var loan: Related<Loan> { Related(Loan.table.rows.matching(\.id, equals: self.loanID)) }
  var member: Related<Member> { Related(Member.table.rows.matching(\.id, equals: self.memberID)) }
}
extension QueryExpression<Event> {
  var branch: Related<Branch> { Related(Branch.table.rows.matching(\.id, equals: self.branchID)) }
  var host: Related<Staff> { Related(Staff.table.rows.matching(\.id, equals: self.hostID)) }
  var attendances: QueryExpression<[Attendance]> {
    Attendance.table.rows.matching(\.eventID, equals: self.id)
  }
}
extension QueryExpression<Staff> {
  var manager: Related<Staff> { Related(Staff.table.rows.matching(\.id, equals: self.managerID)) }
  var reports: QueryExpression<[Staff]> { Staff.table.rows.matching(\.managerID, equals: self.id) }
  var branch: Related<Branch> { Related(Branch.table.rows.matching(\.id, equals: self.branchID)) }
}

// MARK: The store

// A test program without a database in memory has nothing to do but end.
// swift-format-ignore: NeverUseForceTry
let pool = try! ConnectionPool(path: ":memory:")

func prepare() throws { try pool.write { try $0.execute(schema) } }

let branches = Repository(Branch.table, in: pool)
let categories = Repository(Category.table, in: pool)
let titles = Repository(Title.table, in: pool)
let copies = Repository(Copy.table, in: pool)
let members = Repository(Member.table, in: pool)
let loans = Repository(Loan.table, in: pool)
let holds = Repository(Hold.table, in: pool)
let fines = Repository(Fine.table, in: pool)
let hours = Repository(OpeningHours.table, in: pool)
let events = Repository(Event.table, in: pool)
let attendances = Repository(Attendance.table, in: pool)
let staff = Repository(Staff.table, in: pool)

let today = CalendarDate("2026-03-15")!
/// 2026-03-15T12:00:00Z
let now = Date(timeIntervalSince1970: 1_773_576_000)
let utc = TimeZone(identifier: "UTC")!

func day(_ text: String) -> CalendarDate { CalendarDate(text)! }
