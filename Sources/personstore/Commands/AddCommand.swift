internal import ArgumentParser
internal import People

/// The command `personstore add`.
struct AddCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "add", abstract: "Adds a person, and shows it with its id.",
    discussion: """
      A name that is no field becomes an attribute; attributes.name is the attribute with the name \
      of a field. Fields: name, surname, age, email, birthDate (YYYY-MM-DD), id (else the next \
      one).

        personstore add name=Ada surname=Lovelace birthDate=1815-12-10 phone='020 7946 0958'
      """)

  @OptionGroup var store: StoreOptions

  @Argument(help: ArgumentHelp("Fields and attributes.", valueName: "field=value"))
  var values: [String] = []

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws { _ = try person() }

  func run() throws {
    let person = try person()
    try PersonAssignments(values).warn()
    let added = try store.database.withStoreToWrite { try $0.people.insert(person) }
    try report("person \(added.id) is stored") { try PersonPrinter(isJSON: json).print([added]) }
  }

  private func person() throws -> Person {
    let assignments = try PersonAssignments(values)
    guard assignments.contains(.name) else {
      let mistakes = assignments.likelyMistakes.map {
        "\($0.meant.name) instead of \($0.given.name)"
      }
      let hint = mistakes.isEmpty ? "" : " Did you mean \(mistakes.joined(separator: ", "))?"
      throw ValidationError("A person has a name: personstore add name=Ada.\(hint)")
    }
    var person = Person(name: "", surname: "")
    try assignments.apply(to: &person)
    return person
  }
}
