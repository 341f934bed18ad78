internal import ArgumentParser
internal import Foundation
internal import LinqCore
internal import LinqSQL
internal import People
internal import Tabular

/// The command `personstore list`.
struct ListCommand: ListingCommand {
  static let configuration = CommandConfiguration(
    commandName: "list", abstract: "Shows the people in the order of their ids, or of their names.",
    discussion: """
      They are in the order of their ids, or, with --locale, of their surnames and names in a \
      language. Attributes are columns that --columns names; attributes.name is the attribute \
      with the name of a field. Other orders and conditions are chains of personstore query.

        personstore list --columns id,name,surname,party
        personstore list --locale sv
      """)

  @OptionGroup var store: StoreOptions

  @Option(
    name: .shortAndLong, help: "How many people at most. (default: 50 on a terminal, else all)")
  var limit: Int?

  @Option(help: "How many people to leave out first.")
  var offset = 0

  @OptionGroup var order: PeopleOrder

  @OptionGroup var table: PeopleTable

  func validate() throws {
    if let limit, limit < 0 { throw ValidationError("--limit is 0 or more.") }
    if offset < 0 { throw ValidationError("--offset is 0 or more.") }
  }

  func run() throws {
    let store = try store.database.openToRead()
    defer { store.close() }
    let limit = limit ?? (Terminal.isOutputInteractive ? 50 : Int.max)
    let columns = try table.chosenColumns
    let printer = try table.printer()
    var attributes: Set<String> = []
    let (shown, total, others) = try store.read { transaction in
      var shown = 0
      var people = order.ordered(transaction.people.query).skip(offset)
      if limit < .max { people = people.take(limit) }
      try people.forEach { person in
        try printer.print(columns.map { $0.property.value(of: person) })
        if !person.attributes.isEmpty { attributes.formUnion(person.attributes.keys) }
        shown += 1
      }
      let total = try transaction.people.count()
      let unseen = columns.compactMap { column in
        if case .attribute(let key) = column.property, !attributes.contains(key) {
          key
        } else {
          nil
        }
      }
      try UnknownAttributes.tell(of: unseen, in: transaction)
      // A user who chooses columns knows that there are attributes.
      guard Terminal.isErrorInteractive, table.columns == nil else { return (shown, total, 0) }
      let others = transaction.people.where { !$0.attributes.isEmpty }
      if attributes.isEmpty, let other = try others.take(1).toArray().first {
        attributes.formUnion(other.attributes.keys)
      }
      return (shown, total, try others.count())
    }
    try printer.finish()
    if Terminal.isErrorInteractive, shown < total {
      Terminal.say("\(Numbers.grouped(shown)) of \(Numbers.grouped(total)) people")
    }
    if others > 0 { tell(others, attributes) }
  }

  /// Tells how many people have attributes, and how some of them are shown.
  private func tell(_ count: Int, _ attributes: Set<String>) {
    let names = attributes.map { PersonProperty.attribute($0).name }
      .filter { !$0.contains(",") }.sorted().prefix(3)
    guard !names.isEmpty else { return }
    let have = count == 1 ? "1 person has" : "\(Numbers.grouped(count)) people have"
    Terminal.say(
      "\(have) attributes; --columns name,surname,\(names.joined(separator: ",")) shows them")
  }
}
