/// People with a common property, in an order of their own: those whose surname begins with one
/// letter, for example.
///
/// A person may be in several groups. `id` is 0 until the store assigns one.
///
/// ```swift
/// try await store.groups.insert(PersonGroup(letter: "L", items: [ada]))
/// ```
public struct PersonGroup: Sendable, Hashable, Codable, Identifiable {
  /// The key, assigned by the store when the group is inserted; 0 before that.
  public var id: Int64

  /// The common property: a letter, or any other text; not empty. No two groups in a store share
  /// one.
  public var letter: String

  /// The people, in order.
  public var items: [Person]

  /// Creates a group, which is not stored yet if no `id` is given.
  public init(id: Int64 = 0, letter: String, items: [Person] = []) {
    self.id = id
    self.letter = letter
    self.items = items
  }
}
