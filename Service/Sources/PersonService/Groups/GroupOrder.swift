import People
import StoreSQLite

/// The order of the groups among themselves, which the service keeps in a table of its own: those
/// that were ordered, and after them all others by their ids.
enum GroupOrder {
  static let table = "service_group_order"

  /// Returns the ids of all groups in order.
  static func ids(in transaction: StoreTransaction) throws -> [Int64] {
    try transaction.connection.query(
      """
      SELECT g.id FROM person_group g LEFT JOIN service_group_order o ON o.group_id = g.id
      ORDER BY o.position IS NULL, o.position, g.id
      """
    ) { try $0.integer(0) }
  }

  /// Stores an order. Groups that are not in it come after the others.
  ///
  /// - Throws: a problem with status 422 for an id that no group has, or that is there twice.
  static func store(_ ids: [Int64], in transaction: StoreTransaction) throws {
    let known = Set(try self.ids(in: transaction))
    var seen: Set<Int64> = []
    let wrong = ids.compactMap { id -> Problem.Field? in
      let reason =
        !known.contains(id)
        ? "there is no group with this id" : seen.insert(id).inserted ? nil : "is given twice"
      return reason.map { .init(field: "ids", value: "\(id)", reason: $0) }
    }
    guard wrong.isEmpty else { throw Problem.invalid(wrong) }
    let connection = transaction.connection
    try connection.run("DELETE FROM service_group_order")
    for (position, id) in ids.enumerated() {
      try connection.run(
        "INSERT INTO service_group_order (group_id, position) VALUES (?, ?)",
        [.integer(id), .integer(Int64(position))])
    }
  }

  /// The entity tag of an order.
  static func entityTag(_ ids: [Int64]) -> String {
    var hash = StableHash()
    for id in ids { hash.add("\(id)") }
    return "\"\(hash.text)\""
  }
}
