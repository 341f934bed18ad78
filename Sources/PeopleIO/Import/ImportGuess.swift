public import People
public import Tabular

/// What an import would read from a file, by its first rows.
public struct ImportGuess: Sendable {
  /// The format of the file.
  public let format: TableFormat

  /// The columns of the file or, in JSON, the keys of the first records.
  public let columns: [String]

  /// The first different values of each column, at most three, in the order of ``columns``.
  public let examples: [[String]]

  /// Whether the file has no other rows than those that were looked at.
  public let isWhole: Bool

  /// What is read from the columns, and why.
  public let mapping: ResolvedMapping

  /// The people of the first rows, as they would be stored.
  public let people: [Person]

  /// The first rows that cannot be read as a person. The store may refuse others.
  public let problems: [RejectedRow]

  /// What would be done with values of the first rows that the fields cannot have as they are.
  public let notes: [ImportNote]

  init(_ first: FirstRows, _ format: TableFormat) {
    let parser = first.parser
    self.format = format
    columns = parser.columns
    examples = first.examples
    isWhole = first.isAll
    mapping = parser.mapping
    var people: [Person] = []
    var problems: [RejectedRow] = []
    var notes = ImportNotes()
    for (index, row) in first.rows.enumerated() {
      let (rejection, fields): (Rejection, [Field])
      switch row {
      case .empty: continue
      case .rejected(let found, let values): (rejection, fields) = (found, values)
      case .record(let record):
        do throws(Rejection) {
          people.append(try parser.person(record, &notes))
          continue
        } catch {
          (rejection, fields) = (error, parser.reportFields(of: record))
        }
      }
      problems.append(parser.rejectedRow(rejection, record: index + 1, fields: fields))
    }
    self.people = people
    self.problems = problems
    self.notes = notes.notes(columns: columns)
  }
}
