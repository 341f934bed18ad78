internal import LinqCore
internal import LinqSQL
internal import People

/// A change of many people, about whose number the user is asked.
struct PeopleChange {
  let database: Database
  /// What happens to the people: `deleted`.
  let verb: String
  /// Whether the people are only counted.
  let isDryRun: Bool
  /// Whether the user agrees to any number.
  let isConfirmed: Bool

  /// Makes the change in one transaction.
  ///
  /// - Parameters:
  ///   - rows: returns the people.
  ///   - change: changes them, and returns their number.
  func run(
    _ rows: (StoreTransaction) throws -> Query<Person>,
    _ change: (StoreTransaction) throws -> Int
  ) throws {
    let store = try isDryRun ? database.openToRead() : database.openToChange()
    defer { store.close() }
    if isDryRun {
      let count = try store.read { try rows($0).count() }
      return Terminal.say("dry run, nothing \(verb): \(Numbers.people(count))")
    }
    var agreed: Int?
    if !isConfirmed {
      let count = try store.read { try rows($0).count() }
      if count > 0 {
        try Confirmation.ask("\(Numbers.people(count)) of \(database.name) will be \(verb)")
      }
      agreed = count
    }
    let count = try store.write { transaction in
      let count = try change(transaction)
      if let agreed, count > agreed { throw MorePeople(agreed: agreed, found: count) }
      return count
    }
    Terminal.say("\(Numbers.people(count)) \(verb)")
    store.finishSearchIndex()
  }
}

/// A change concerns more people than those that the user has agreed to change.
private struct MorePeople: Error, CustomStringConvertible {
  let agreed: Int
  let found: Int

  var description: String {
    "\(Numbers.grouped(found)) people would be changed now, and not \(Numbers.grouped(agreed)): "
      + "somebody else has changed the store meanwhile; nothing was changed. Try it again"
  }
}
