internal import ArgumentParser
internal import LinqCore
internal import LinqText
internal import People
internal import Tabular

/// The command `personstore stats`.
struct StatsCommand: ListingCommand {
  static let configuration = CommandConfiguration(
    commandName: "stats",
    abstract: "Tells of each field and each attribute what its values are like.",
    discussion: """
      How many people have a value, how many different values there are, the lowest, the highest, \
      the one in the middle, the longest text, and the five that most people share, with their \
      number. An attribute whose values are all numbers is ordered as numbers.

        personstore stats --where '$0.attributes["party"] == "Whig"'
      """)

  @OptionGroup var store: StoreOptions

  @Option(name: .customLong("where"), help: "Which people, as '$0.email == nil'. (default: all)")
  var condition: String?

  @Flag(help: "Print JSON: an array with an object for each field and attribute.")
  var json = false

  func run() throws {
    let store = try store.database.openToRead()
    defer { store.close() }
    let statistics = try store.read { transaction in
      try PeopleStatistics(
        condition.map { try transaction.people(where: $0) } ?? transaction.people.query)
    }
    guard !json else {
      let results = statistics.properties.map(\.result)
      return try Output.write(jsonLine: ResultValue.array(results).json)
    }
    try print(statistics.properties)
    if Terminal.isErrorInteractive {
      Terminal.say("\(Numbers.grouped(statistics.count)) people")
    }
  }

  /// Prints a table, and what does not fit on a terminal beside the rest as a second one.
  private func print(_ properties: [PropertyStatistics]) throws {
    let format = OutputFormat.chosen(nil)
    let columns = PropertyStatistics.columns
    guard format == .table, Terminal.width < Self.wholeWidth else {
      return try print(columns, properties.map(\.fields), format)
    }
    try print(columns.dropLast(), properties.map { $0.fields.dropLast() }, format)
    let common = properties.filter { !$0.counts.commonest.isEmpty }.map(\.fields)
    guard !common.isEmpty else { return }
    try Output.write("\n")
    let last = columns.count - 1
    try print([columns[0], columns[last]], common.map { [$0[0], $0[last]] }, format)
  }

  /// A terminal of this width has room for every column.
  private static let wholeWidth = 160

  private func print(
    _ columns: [TextTable.Column], _ rows: [[Field]], _ format: OutputFormat
  ) throws {
    let printer = try RowPrinter(columns, format: format)
    for row in rows { try printer.print(row) }
    try printer.finish()
  }
}
