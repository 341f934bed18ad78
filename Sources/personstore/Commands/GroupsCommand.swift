internal import ArgumentParser
internal import Foundation
internal import People
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
    let store = try save ? store.openToChange() : store.openToRead()
    defer { store.close() }
    let groups = try stored ? store.groups.all() : groups(of: store)
    guard save else { return try print(groups) }
    try report("\(Numbers.grouped(groups.count)) groups are stored") { try print(groups) }
    Terminal.say("\(Numbers.grouped(groups.count)) groups stored")
  }

  private func print(_ groups: [PersonGroup]) throws {
    switch OutputFormat.chosen(format) {
    case .json: try Output.write(json: groups.map(ShownGroup.init))
    case .ndjson:
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
      for group in groups {
        let line = try encoder.encode(ShownGroup(group))
        try Output.write(line: String(decoding: line, as: UTF8.self))
      }
    case let format: try show(groups, format)
    }
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

/// The JSON form of a group.
private struct ShownGroup: Encodable {
  let key: String
  let items: [Person]

  init(_ group: PersonGroup) {
    key = group.letter
    items = group.items
  }
}
