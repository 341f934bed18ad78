internal import ArgumentParser
internal import LinqCore
internal import LinqSQL
internal import LinqText
internal import People

/// The command `personstore delete`.
struct DeleteCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete", abstract: "Deletes people by their ids, or by a condition.",
    discussion: """
      A condition is one of personstore query. With it you are asked first on a terminal; \
      elsewhere --yes is needed. Deleted people leave their groups, and their ids are not used \
      again.

        personstore delete 42 43
        personstore delete --where '$0.age == nil && $0.email == nil' --dry-run
      """)

  @OptionGroup var store: StoreOptions

  @Argument(help: "The ids of the people.")
  var ids: [Int64] = []

  @Option(name: .customLong("where"), help: "A condition, such as '$0.age == nil'.")
  var condition: String?

  @Flag(help: "Tell how many people it concerns; change nothing.")
  var dryRun = false

  @Flag(help: "Do not ask.")
  var yes = false

  func validate() throws {
    guard ids.isEmpty != (condition == nil) else {
      throw ValidationError(
        ids.isEmpty
          ? "Say who is deleted: ids, or a condition with --where."
          : "Ids and --where exclude each other.")
    }
  }

  func run() throws {
    let change = PeopleChange(
      database: store.database, verb: "deleted", isDryRun: dryRun,
      isConfirmed: yes || condition == nil)
    try change.run(rows) { try rows($0).delete() }
  }

  /// Returns the people that are to be deleted.
  private func rows(_ transaction: StoreTransaction) throws -> Query<Person> {
    if let condition { return try transaction.people(where: condition) }
    let ids = try MissingPeople.find(ids, in: transaction, of: store.database).map(\.id)
    return transaction.people.where { ids.contains($0.id) }
  }
}
