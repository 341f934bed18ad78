internal import ArgumentParser
internal import People

/// The command `personstore set`.
struct SetCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "set", abstract: "Changes fields and attributes of a person, and shows it.",
    discussion: """
      Names are those of personstore add. An empty value takes the old one away; everybody keeps a \
      name, though.

        personstore set 42 email=ada@example.org attributes.city=Paris age=
      """)

  @OptionGroup var store: StoreOptions

  @Argument(help: "The person's id.")
  var id: Int64

  @Argument(help: ArgumentHelp("Fields and attributes.", valueName: "field=value"))
  var values: [String]

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    let assignments = try PersonAssignments(values)
    guard !assignments.contains(.id) else {
      throw ValidationError("A person keeps its id. Add another person with the other id instead.")
    }
    // What is wrong with a value is known without the person.
    var person = Person(name: "", surname: "")
    try assignments.apply(to: &person)
  }

  func run() throws {
    let assignments = try PersonAssignments(values)
    let database = store.database
    let store = try database.openToChange()
    defer { store.close() }
    let changed = try store.write { transaction in
      let before = try MissingPeople.find([id], in: transaction, of: database)
      return try before.map { person in
        var changed = person
        try assignments.apply(to: &changed)
        return try transaction.people.update(changed, changedFrom: person)
      }
    }
    assignments.warn()
    try report("person \(id) is changed") { try PersonPrinter(isJSON: json).print(changed) }
  }
}
