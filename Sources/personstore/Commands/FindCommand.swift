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
      then addresses. Those that are equally good are in the order of their surnames and names, \
      with --locale in that of a language, for which all who are found are read.

        personstore find jose mull
        personstore find 'Müller, José' --columns id,surname,city
        personstore find jose berlin --attributes city,employer
        personstore find jose --locale es

      It is the chain search("jose mull") of personstore query. Exit status: 1 if nobody is found.
      """)

  @OptionGroup var store: StoreOptions

  @Argument(help: "The words.")
  var words: [String]

  @Option(
    help: ArgumentHelp(
      "Attributes in which words may begin, too, with commas between them. Everybody is read.",
      valueName: "names"))
  var attributes: String?

  @Option(name: .shortAndLong, help: "How many people at most. (default: 20)")
  var limit = 20

  @OptionGroup var order: PeopleOrder

  @OptionGroup var table: PeopleTable

  func validate() throws {
    if limit < 1 { throw ValidationError("--limit is 1 or more.") }
    _ = try chosenAttributes
  }

  private var chosenAttributes: [String] {
    get throws {
      guard let attributes else { return [] }
      return try PersonProperty.list(attributes, of: "--attributes").map { name, property in
        guard case .attribute(let attribute) = property else {
          throw ValidationError("--attributes has names of attributes, and \(name) is a field.")
        }
        return attribute
      }
    }
  }

  func run() throws {
    let store = try store.database.openToRead()
    defer { store.close() }
    let columns = try table.chosenColumns
    let text = words.joined(separator: " ")
    let attributes = try chosenAttributes
    let found = store.people.search(
      text, attributes: attributes, locale: order.locale)
    // One more tells whether there are others.
    let people = try found.take(limit + 1).toArray()
    let printer = try table.printer()
    for person in people.prefix(limit) {
      try printer.print(columns.map { $0.property.value(of: person) })
    }
    try printer.finish()
    if people.isEmpty {
      Terminal.say("nobody is found by '\(text)'")
      for name in attributes where try !store.people.any({ $0.attributes[name] != nil }) {
        Terminal.say("note: nobody has an attribute '\(name)'")
      }
      throw Outcome.failed
    }
    if people.count > limit, Terminal.isErrorInteractive {
      Terminal.say("the first \(Numbers.grouped(limit)) people; --limit shows more")
    }
  }
}
