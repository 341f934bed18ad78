internal import ArgumentParser
internal import People
internal import PeopleIO
internal import Tabular

/// The command `personstore export`.
struct ExportCommand: ListingCommand {
  static let configuration = CommandConfiguration(
    commandName: "export",
    abstract: "Writes all people to a CSV, TSV, JSON, NDJSON or vCard file, with their attributes.",
    discussion: """
      `personstore import` reads it back as the same people. They are in the order of their ids, \
      or, with --locale, of their surnames and names in a language. A file appears only when it \
      is complete.
      """)

  @OptionGroup var store: StoreOptions

  @Argument(help: "The file, or - for the output.", completion: .file())
  var file = "-"

  @Option(help: "The format. (default: by the file's name; csv for the output)")
  var format: TableFormat?

  @OptionGroup var order: PeopleOrder

  @Flag(
    name: .customLong("safe-csv"),
    help: "Mark texts in CSV that a spreadsheet would take for formulas with an apostrophe.")
  var safeCSV = false

  var isListing: Bool { file == "-" }

  func validate() throws { _ = try OutputFile.format(of: file, given: format) }

  func run() throws {
    let store = try store.database.openToRead()
    defer { store.close() }
    let progress = Progress("exporting")
    let count = try store.read { transaction in
      try PersonExporter().run(
        transaction, to: OutputFile.open(file),
        format: OutputFile.format(of: file, given: format),
        protection: file == "-"
          ? Output.protection(isSafe: safeCSV) : safeCSV ? .formulas : [],
        choose: order.ordered)
    }
    if file != "-" {
      Terminal.say(
        "\(Numbers.grouped(count)) people written to \(file) in "
          + Numbers.seconds(progress.seconds))
    }
  }
}
