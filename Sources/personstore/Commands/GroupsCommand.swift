internal import ArgumentParser
internal import People
internal import StoreSupport
internal import Tabular

/// The command `personstore groups`.
struct GroupsCommand: ListingCommand {
  static let configuration = CommandConfiguration(
    commandName: "groups",
    abstract: "Shows the people grouped by the first letter of their surname.",
    discussion: """
      Letters are capitals, in the order of Unicode; people are in the order of their ids. --save \
      stores the groups in place of those stored before; --stored shows the stored ones.
      """)

  @OptionGroup var store: StoreOptions

  @Flag(help: "Store the groups, in place of those stored before.")
  var save = false

  @Flag(help: "Show the groups that are stored.")
  var stored = false

  @Option(
    help: """
      The format; json and ndjson have all of the people. (default: table on a terminal, else plain)
      """)
  var format: OutputFormat?

  var isListing: Bool { !save }

  func validate() throws {
    if save, stored { throw ValidationError("--save and --stored exclude each other.") }
  }

  func run() throws {
    let store = try save ? store.database.openToChange() : store.database.openToRead()
    defer { store.close() }
    let groups = try stored ? store.groups.all() : groups(of: store)
    guard save else { return try print(groups) }
    try report("\(Numbers.grouped(groups.count)) groups are stored") { try print(groups) }
    Terminal.say("\(Numbers.grouped(groups.count)) groups stored")
  }

  private func print(_ groups: [PersonGroup]) throws {
    switch OutputFormat.chosen(format) {
    case .json:
      try Output.write("[\n")
      for (index, group) in groups.enumerated() {
        if index > 0 { try Output.write(",\n") }
        try write(group)
      }
      try Output.write(groups.isEmpty ? "]\n" : "\n]\n")
    case .ndjson:
      for group in groups {
        try write(group)
        try Output.write("\n")
      }
    case let format: try show(groups, format)
    }
  }

  /// Writes a group as `query groups` does, in pieces, because a group may contain most people. A
  /// group that is not stored has no id.
  private func write(_ group: PersonGroup) throws {
    var json = group.id == 0 ? "{" : "{\"id\":\(group.id),"
    json += "\"letter\":\(ResultValue.text(group.letter).json),\"items\":["
    for (index, person) in group.items.enumerated() {
      if index > 0 { json += "," }
      json += person.result.json
      guard json.utf8.count > 65_536 else { continue }
      try Output.write(ControlCharacters.escapedInJSON(json))
      json = ""
    }
    try Output.write(ControlCharacters.escapedInJSON(json + "]}"))
  }

  /// Returns the groups by letter, and stores them if requested, all in one transaction.
  private func groups(of store: PersonStore) throws -> [PersonGroup] {
    guard save else { return try store.read { try $0.people.groupedByLetter() } }
    return try store.write { transaction in
      let groups = try transaction.people.groupedByLetter()
      try transaction.groups.deleteAll()
      let named = groups.filter { !$0.letter.isEmpty }
      if let unnamed = groups.first(where: \.letter.isEmpty) {
        Terminal.say("not stored: \(Numbers.grouped(unnamed.items.count)) people without a surname")
      }
      return try transaction.groups.insert(named)
    }
  }

  private func show(_ groups: [PersonGroup], _ format: OutputFormat) throws {
    let printer = try RowPrinter(
      [
        .init(heading: "letter"), .init(heading: "people", isNumber: true),
        .init(heading: "first of them"),
      ], format: format)
    for group in groups {
      let names = group.items.prefix(4).map(\.fullName).joined(separator: ", ")
      try printer.print([
        .text(group.letter.isEmpty && format == .table ? "(none)" : group.letter),
        .integer(Int64(group.items.count)),
        .text(group.items.count > 4 ? names + " …" : names),
      ])
    }
    try printer.finish()
  }
}
