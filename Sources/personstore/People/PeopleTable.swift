internal import ArgumentParser
internal import People

/// The options of commands that show people, and how people are shown with them.
struct PeopleTable: ParsableArguments {
  @Option(
    help: """
      The columns, fields and attributes, with commas between them. (default: id,name,surname,age,\
      email,birthDate)
      """)
  var columns: String?

  @Option(help: "The format. (default: table on a terminal, else plain)")
  var format: OutputFormat?

  @Flag(
    name: .customLong("safe-csv"),
    help: "Mark texts in CSV that a spreadsheet would take for formulas with an apostrophe.")
  var safeCSV = false

  func validate() throws { _ = try chosenColumns }

  /// The columns, an attribute with the heading that the user gave it.
  var chosenColumns: [(heading: String, property: PersonProperty)] {
    get throws { try PersonProperty.columns(columns) }
  }

  /// Returns a printer of the columns.
  ///
  /// - Parameter others: columns before them.
  func printer(following others: [TextTable.Column] = []) throws -> RowPrinter {
    try RowPrinter(
      others + chosenColumns.map { .init(heading: $0.heading, isNumber: $0.property.isNumber) },
      format: .chosen(format), isSafe: safeCSV)
  }
}
