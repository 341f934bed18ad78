internal import ArgumentParser
internal import People

/// The command `personstore show`.
struct ShowCommand: ListingCommand {
  static let configuration = CommandConfiguration(
    commandName: "show", abstract: "Shows people by their ids, with all that is known of them.")

  @OptionGroup var store: StoreOptions

  @Argument(help: "The ids of the people.")
  var ids: [Int64]

  @Flag(help: "Print JSON: an object on a line for each person.")
  var json = false

  func run() throws {
    let store = try store.database.openToRead()
    defer { store.close() }
    let people = try store.read { try MissingPeople.find(ids, in: $0, of: self.store.database) }
    try PersonPrinter(isJSON: json).print(people)
  }
}
