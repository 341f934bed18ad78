internal import ArgumentParser
internal import Foundation
internal import LinqModels
internal import StoreSQLite
internal import Tabular

/// The command `personstore generate`.
struct GenerateCommand: ListingCommand {
  static let configuration = CommandConfiguration(
    commandName: "generate", abstract: "Writes Swift declarations of the tables of any database.",
    discussion: """
      For each table and view: a struct, its columns with their types, keys and encodings, and \
      relations from foreign keys. The source depends on the library LinqSQL. The database is only \
      read.

      Where SQLite leaves the type of a column open, all of its values are read: a column of texts \
      that are all days is a CalendarDate. --declared-types goes by the schema alone.

      In CI, --check fails if the file is not what the command would write now.
      """)

  @OptionGroup var store: StoreOptions

  @Option(
    help: ArgumentHelp("A table or view. (default: all)", valueName: "name"))
  var table: [String] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The file to write. (default: standard output)", valueName: "file"),
    completion: .file(extensions: ["swift"]))
  var output = "-"

  @Option(help: "Who can use the declarations: internal, package or public.")
  var access = SwiftSource.Access.internal

  @Flag(help: "Write nothing, and tell whether --output is what would be written.")
  var check = false

  @Flag(help: "Do not read values: columns have the types that the schema declares.")
  var declaredTypes = false

  var isListing: Bool { output == "-" }

  func validate() throws {
    guard !check || output != "-" else {
      throw ValidationError("--check compares with a file: say which with --output.")
    }
  }

  func run() throws {
    let connection = try store.database.connection(.read)
    defer { connection.close() }
    let model = try DatabaseModel(
      connection, tables: table.isEmpty ? nil : table
    ) { [declaredTypes] _ in !declaredTypes }
    let source = SwiftSource.text(of: model, access: access)
    for note in model.notes { Terminal.say("personstore: \(note)") }
    guard !model.tables.isEmpty else {
      Terminal.say("personstore: \(store.database.name) has no tables to declare")
      throw Outcome.failed
    }
    if check { return try compare(source) }
    let sink = try OutputFile.open(output)
    try sink.append(source.utf8)
    try sink.finish()
  }

  /// Reports the lines that differ from those of the file.
  private func compare(_ source: String) throws {
    let stored: String
    do {
      stored = try String(contentsOfFile: output, encoding: .utf8)
    } catch {
      throw TabularError.cannotRead(path: output, reason: error.localizedDescription)
    }
    guard stored != source else { return }
    let changes = lines(of: source).difference(from: lines(of: stored)).map { change in
      switch change {
      case .remove(let offset, let line, _): (number: offset + 1, sign: "-", line: line)
      case .insert(let offset, let line, _): (number: offset + 1, sign: "+", line: line)
      }
    }
    for change in changes.sorted(by: { ($0.number, $1.sign) < ($1.number, $0.sign) }) {
      Terminal.say("\(output):\(change.number): \(change.sign) \(change.line)")
    }
    Terminal.say("personstore: \(output) is not what the database has; run generate again")
    throw Outcome.failed
  }

  private func lines(of text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }
}

extension SwiftSource.Access: ExpressibleByArgument {}
