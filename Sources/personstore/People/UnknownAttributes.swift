internal import LinqCore
internal import LinqSQL
internal import People
internal import StoreSupport

/// Attributes that a command asks for and no person has. Their names are probably misspelled.
enum UnknownAttributes {
  /// What has been told.
  private static let told = Locked<Set<String>>([])

  /// Tells about each of some attributes that no person has, once.
  static func tell(of names: [String], in transaction: StoreTransaction) throws {
    for name in names where !told.withLock({ $0.contains(name) }) {
      let people = transaction.people.query
      guard try !people.contains(where: { $0.attributes[name] != nil }), try people.count() > 0
      else {
        continue
      }
      told.withLock { _ = $0.insert(name) }
      let meant = PersonProperty.attribute(name).intendedField.map { "; did you mean \($0.name)?" }
      Terminal.say("note: nobody has the attribute \(name)\(meant ?? "")")
    }
  }

  /// Tells about attributes that a condition or a chain names and no person has.
  static func tell(in chain: String, in transaction: StoreTransaction) throws {
    let names = chain.matches(of: /attributes\s*\[\s*"([^"\\]*)"/).map { String($0.1) }
    try tell(of: names, in: transaction)
  }
}
