internal import ArgumentParser
internal import LinqSQL
internal import People
internal import Tabular

/// The command `personstore find`.
struct FindCommand: ListingCommand {
  static let configuration = CommandConfiguration(
    commandName: "find", abstract: "Finds people as one types their names.",
    discussion: """
      Each word begins a word of the surname, the name or the e-mail address, in any order, \
      whatever its case and its accents. The best come first: whole words, then beginnings; names, \
      then addresses.

        personstore find jose mull
        personstore find 'Müller, José' --columns id,surname,city

      It is the chain search("jose mull") of personstore query. Exit status: 1 if nobody is found.
      """)

  @OptionGroup var store: StoreOptions

  @Argument(help: "The words.")
  var words: [String]

  @Option(name: .shortAndLong, help: "How many people at most. (default: 20)")
  var limit = 20

  @OptionGroup var table: PeopleTable

  func validate() throws {
    if limit < 1 { throw ValidationError("--limit is 1 or more.") }
  }

  func run() throws {
    let store = try store.database.openToRead()
    defer { store.close() }
    let columns = try table.chosenColumns
    let found = store.people.search(words.joined(separator: " "))
    // One more tells whether there are others.
    let people = try found.take(limit + 1).toArray()
    let printer = try table.printer()
    for person in people.prefix(limit) {
      try printer.print(columns.map { $0.property.value(of: person) })
    }
    try printer.finish()
    if people.isEmpty {
      Terminal.say("nobody is found by '\(words.joined(separator: " "))'")
      throw Outcome.failed
    }
    if people.count > limit, Terminal.isErrorInteractive {
      Terminal.say("the first \(Numbers.grouped(limit)) people; --limit shows more")
    }
  }
}
