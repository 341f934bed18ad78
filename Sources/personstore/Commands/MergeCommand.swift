internal import ArgumentParser
internal import LinqSQL
internal import People
internal import Tabular

/// The command `personstore merge`.
struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge", abstract: "Makes two people one, without losing a value.",
    discussion: """
      The first person keeps its id and its values, takes what it lacks from the second one, and \
      comes into its groups; the second one is deleted. Where both have different values, the one \
      that is not chosen becomes an attribute: email (2), city (2). What is chosen is shown. You \
      are asked first on a terminal; elsewhere --yes is needed.

        personstore merge 42 57
        personstore merge 42 57 --keep email=57 --keep attributes.city=57 --yes
      """)

  @OptionGroup var store: StoreOptions

  @Argument(help: "The id of the person who is kept.")
  var kept: Int64

  @Argument(help: "The id of the person who is merged into it.")
  var other: Int64

  @Option(
    help: ArgumentHelp(
      "Whose value of a field or an attribute is chosen; may be repeated.", valueName: "field=id"))
  var keep: [String] = []

  @Flag(help: "Show what would be chosen; change nothing.")
  var dryRun = false

  @Flag(help: "Do not ask.")
  var yes = false

  @Flag(help: "Print JSON.")
  var json = false

  func validate() throws {
    guard kept != other else { throw ValidationError("A person is not merged with itself.") }
    _ = try taken()
  }

  /// Returns the fields that are taken from the other person.
  private func taken() throws -> Set<PersonMerge.Field> {
    var given: Set<PersonProperty> = []
    var taken: Set<PersonMerge.Field> = []
    for choice in keep {
      guard let sign = choice.lastIndex(of: "="),
        let id = Int64(choice[choice.index(after: sign)...]), id == kept || id == other
      else {
        throw ValidationError(
          "--keep has a field and one of both ids, as email=\(other), and not '\(choice)'.")
      }
      let property = try PersonProperty.named(String(choice[..<sign]))
      guard let field = property.mergeField else {
        throw ValidationError("The id that is kept is the first one.")
      }
      guard given.insert(property).inserted else {
        throw ValidationError("--keep has \(property.name) twice.")
      }
      if id == other { taken.insert(field) }
    }
    return taken
  }

  func run() throws {
    let database = store.database
    let store = try dryRun ? database.openToRead() : database.openToChange()
    defer { store.close() }
    let fields = try taken()
    let choice = try store.read { transaction in
      _ = try MissingPeople.find([kept, other], in: transaction, of: database)
      return try transaction.merging(other, into: kept, taking: fields)
    }
    if dryRun || !yes { try print(choice) }
    guard !dryRun else { return Terminal.say("dry run, nothing merged") }
    if !yes {
      try Confirmation.ask("person \(other) of \(database.name) will be merged into \(kept)")
    }
    let merge = try store.merge(choice)
    try report("person \(other) is merged into \(kept)") {
      if yes { try print(merge) }
      Terminal.say("person \(other) is merged into \(kept)")
    }
  }

  private func print(_ merge: PersonMerge) throws {
    guard !json else { return try Output.write(json: merge) }
    let printer = try RowPrinter(
      [
        .init(heading: "field"), .init(heading: "\(kept)"), .init(heading: "\(other)"),
        .init(heading: "chosen"), .init(heading: "the other one"),
      ], format: .chosen(nil))
    for choice in merge.choices {
      let values = [choice.kept, choice.removed, choice.value].map { $0.map(Field.text) ?? .null }
      try printer.print(
        [.text(PersonProperty(choice.field).name)] + values + [
          choice.otherName.map { .text(PersonProperty.attribute($0).name) } ?? .null
        ])
    }
    try printer.finish()
    guard !merge.groups.isEmpty else { return }
    Terminal.say("\(kept) comes into the groups \(merge.groups.joined(separator: ", "))")
  }
}

extension PersonProperty {
  /// The property as a field that is chosen; nil for the id.
  fileprivate var mergeField: PersonMerge.Field? {
    switch self {
    case .id: nil
    case .name: .name
    case .surname: .surname
    case .age: .age
    case .email: .email
    case .birthDate: .birthDate
    case .attribute(let key): .attribute(key)
    }
  }

  fileprivate init(_ field: PersonMerge.Field) {
    switch field {
    case .name: self = .name
    case .surname: self = .surname
    case .age: self = .age
    case .email: self = .email
    case .birthDate: self = .birthDate
    case .attribute(let key): self = .attribute(key)
    }
  }
}
