/// An object that can veto changes of people in a store, and is notified after them.
///
/// ```swift
/// final class Audit: PersonStoreDelegate {
///   func willChange(_ change: PersonChange) throws {
///     if case .delete(let person) = change, person.id == 1 { throw ChangeVeto("the first stays") }
///   }
///   func didInsert(_ person: Person) { print("new: \(person.fullName)") }
/// }
///
/// let audit = Audit()
/// store.delegates.add(audit)
/// ```
///
/// All changes that a transaction makes to people are reported, whether they come from a
/// repository, from a query's `update` or `delete`, or from SQL. Changes that a savepoint or a
/// rollback undoes are not. All calls are made on the thread that commits, in the order of the
/// changes, for one commit at a time. A delegate must not write to the store during a call. The
/// writer waits for it, so run long work in a task. Changes by other processes are not reported.
///
/// On a server, transactions of `store.write` and of the repositories are reported, and not what
/// SQL does outside of a transaction.
///
/// A store without delegates writes at no extra cost.
public protocol PersonStoreDelegate: AnyObject, Sendable {
  /// Called for each change of a transaction that is about to be committed. An error, such as a
  /// ``ChangeVeto``, rolls back the whole transaction and reaches the writer.
  func willChange(_ change: PersonChange) throws

  /// Called after a person was inserted.
  func didInsert(_ person: Person)

  /// Called after a person was changed.
  func didUpdate(_ old: Person, to new: Person)

  /// Called after a person was deleted.
  func didDelete(_ person: Person)
}

extension PersonStoreDelegate {
  /// Allows every change.
  public func willChange(_ change: PersonChange) throws {}
  /// Does nothing.
  public func didInsert(_ person: Person) {}
  /// Does nothing.
  public func didUpdate(_ old: Person, to new: Person) {}
  /// Does nothing.
  public func didDelete(_ person: Person) {}
}

/// A change of a person.
public enum PersonChange: Sendable, Hashable {
  /// The person is new.
  case insert(Person)
  /// The person has new values.
  case update(Person, to: Person)
  /// The person is deleted.
  case delete(Person)
}

/// The veto of a delegate, which rolls back the transaction.
public struct ChangeVeto: Error, Sendable, Hashable, CustomStringConvertible {
  /// The reason for the veto.
  public let reason: String

  /// Creates a veto with its reason.
  public init(_ reason: String) { self.reason = reason }

  /// The reason.
  public var description: String { reason }
}
