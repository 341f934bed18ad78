internal import People
internal import PeopleIO
internal import Tabular

/// What an import would read from the columns of a file, and the first people, for a dry run.
struct MappingTable {
  private static let peopleCount = 5

  private let guess: ImportGuess

  init(_ guess: ImportGuess) { self.guess = guess }

  func print() throws {
    let format = OutputFormat.chosen(nil)
    let columns = try RowPrinter(
      ["column", "becomes", "why"].map { .init(heading: $0) }, format: format)
    for assignment in guess.mapping.assignments {
      try columns.print([
        .text(assignment.column.isEmpty ? "#\(assignment.number)" : assignment.column),
        .text(assignment.target.description), .text(assignment.reason),
      ])
    }
    try columns.finish()
    guard !guess.people.isEmpty else { return }
    try Output.write(line: "")
    let names = PersonExporter.columns.filter { $0 != "id" || guess.mapping.hasIDs }
    let people = try RowPrinter(
      names.map { .init(heading: $0, isNumber: $0 == "age" || $0 == "id") }
        + [.init(heading: "attributes")],
      format: format)
    for person in guess.people.prefix(Self.peopleCount) {
      let attributes = person.attributes.sorted { $0.key < $1.key }
        .map { "\($0.key)=\($0.value)" }.joined(separator: ", ")
      let fields = person.fields.suffix(names.count)
      try people.print(fields + [.text(attributes)])
    }
    try people.finish()
  }
}

extension ResolvedMapping {
  /// Whether the file has keys of the store.
  fileprivate var hasIDs: Bool { assignment(of: .id) != nil }
}
