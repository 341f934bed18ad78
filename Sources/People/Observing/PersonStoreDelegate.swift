/// Is asked before people in a store change, and told after.
///
/// ```swift
/// final class Audit: PersonStoreDelegate {
///   func willChange(_ change: PersonChange) throws(ChangeVeto) {
///     if case .delete(let person) = change, person.age > 100 { throw ChangeVeto("too old to go") }
///   }
///   func didInsert(_ person: Person) { print("new: \(person.fullName)") }
/// }
///
/// let audit = Audit()
/// store.delegates.add(audit)
/// ```
///
/// Everything that a transaction does to people counts, whether a repository, a query's `update` or
/// `delete`, or SQL did it; what a savepoint or a rollback takes back does not. All calls come on
/// the thread that commits, and in the order of the changes; commits come one at a time. A
/// delegate must not write to the store from inside a call, and keeps the writer waiting: long work
/// belongs in a task. Changes by other processes are not told.
///
/// While a store has no delegates, writing costs nothing more.
public protocol PersonStoreDelegate: AnyObject, Sendable {
  /// Asked for each change of a transaction that is about to be committed. What it throws undoes
  /// the whole transaction and reaches the writer.
  func willChange(_ change: PersonChange) throws(ChangeVeto)

  /// A person was inserted.
  func didInsert(_ person: Person)

  /// A person was changed.
  func didUpdate(_ old: Person, to new: Person)

  /// A person was deleted.
  func didDelete(_ person: Person)
}

extension PersonStoreDelegate {
  /// Allows everything.
  public func willChange(_ change: PersonChange) throws(ChangeVeto) {}
  /// Nothing.
  public func didInsert(_ person: Person) {}
  /// Nothing.
  public func didUpdate(_ old: Person, to new: Person) {}
  /// Nothing.
  public func didDelete(_ person: Person) {}
}

/// What happens to a person.
public enum PersonChange: Sendable, Hashable {
  /// The person is new.
  case insert(Person)
  /// The person has other values.
  case update(Person, to: Person)
  /// The person goes.
  case delete(Person)
}

/// A delegate's refusal: the transaction is undone.
public struct ChangeVeto: Error, Sendable, Hashable, CustomStringConvertible {
  /// Why.
  public let reason: String

  /// A refusal with its reason.
  public init(_ reason: String) { self.reason = reason }

  /// The reason.
  public var description: String { reason }
}
