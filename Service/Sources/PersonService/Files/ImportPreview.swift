import People
import PeopleIO
import Tabular

/// What an import would make of a file, by its first rows.
struct ImportPreview: Encodable {
  /// The number of people, and of reasons for refusals.
  private static let shownCount = 5

  /// The number of characters of an example.
  private static let exampleLength = 100

  let format: String
  /// The number of rows that were looked at.
  let rows: Int
  /// Whether the file has no other rows.
  let isWhole: Bool
  /// The day on which ages hold that are counted.
  let asOf: CalendarDate
  let mapping: ResolvedMapping
  /// The beginnings of the first different values of each column, in the order of the columns.
  let examples: [[String]]
  let people: [FilePerson]
  /// The number of rows that would be refused, and why.
  let rejected: Int
  let rejections: [RejectionCount]
  let notes: [ImportNote]

  init(_ guess: ImportGuess, asOf day: CalendarDate) {
    format = guess.format.rawValue
    rows = guess.people.count + guess.problems.count
    isWhole = guess.isWhole
    asOf = day
    mapping = guess.mapping
    examples = guess.examples.map { $0.map { String($0.prefix(Self.exampleLength)) } }
    people = guess.people.prefix(Self.shownCount).map(FilePerson.init)
    rejected = guess.problems.count
    rejections = RejectionCount.counts(guess.problems, limit: Self.shownCount)
    notes = guess.notes
  }
}

/// A person of a file, who has an id only if the file says it.
struct FilePerson: Encodable {
  let id: Int64?
  let name: String
  let surname: String
  let age: Int?
  let email: String?
  let birthDate: CalendarDate?
  let attributes: [String: String]?

  init(_ person: Person) {
    id = person.id == 0 ? nil : person.id
    (name, surname, age) = (person.name, person.surname, person.age)
    (email, birthDate) = (person.email, person.birthDate)
    attributes = person.attributes.isEmpty ? nil : person.attributes
  }
}

/// A reason for which rows are refused, the number of these rows, and the first one.
struct RejectionCount: Encodable {
  let column: String?
  let reason: String
  var count: Int
  let line: Int
  let record: Int
  let value: String?

  private init(_ row: RejectedRow) {
    column = row.rejection.columnName
    reason = "\(row.rejection.reason)"
    count = 0
    (line, record, value) = (row.rejection.line, row.record, row.rejection.value)
  }

  /// Returns the most frequent reasons.
  static func counts(_ rows: [RejectedRow], limit: Int) -> [RejectionCount] {
    var counts: [RejectionCount] = []
    for row in rows {
      let new = RejectionCount(row)
      let index =
        counts.firstIndex { $0.column == new.column && $0.reason == new.reason } ?? counts.endIndex
      if index == counts.endIndex { counts.append(new) }
      counts[index].count += 1
    }
    return Array(counts.sorted { ($1.count, $0.line) < ($0.count, $1.line) }.prefix(limit))
  }
}
