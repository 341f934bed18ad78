internal import People

/// People with ids that are given on the command line do not exist.
struct MissingPeople: Error, CustomStringConvertible {
  private let ids: [Int64]
  private let database: String

  var description: String {
    let names = ids.map { "\($0)" }.joined(separator: ", ")
    return ids.count == 1
      ? "there is no person \(names) in \(database)" : "there are no people \(names) in \(database)"
  }

  private init(_ ids: [Int64], in database: String) {
    self.ids = ids
    self.database = database
  }

  /// Returns the people with some ids, each once and in this order.
  ///
  /// - Throws: ``MissingPeople`` with all ids that do not exist.
  static func find(
    _ ids: [Int64], in transaction: StoreTransaction, of database: Database
  ) throws -> [Person] {
    var found: [Int64: Person] = [:]
    var order: [Int64] = []
    for id in ids where !order.contains(id) {
      order.append(id)
      found[id] = try transaction.people.find(id)
    }
    let missing = order.filter { found[$0] == nil }
    guard missing.isEmpty else { throw MissingPeople(missing, in: database.name) }
    return order.compactMap { found[$0] }
  }
}
