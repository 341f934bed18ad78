internal import StoreSupport

/// Values that are made once: for a run of a query, or for a partition of it.
///
/// A subquery that does not depend on the element around it would be evaluated for each of them:
///
/// ```swift
/// people.where { inMemory($0.isKnown) && $0.age > people.elements.average { $0.age } }
/// people.windows().select { $0.element.age.double / $0.partition.sum { $0.age }.double }
/// ```
final class KeptValues: Sendable {
  // The keys are kept too: another object could get the identity of one that is gone.
  private let values = Locked<[ObjectIdentifier: (key: AnyObject, value: Any)]>([:])

  /// Returns the value of a key. A value that cannot be made is tried again for the next element.
  func value<Value>(for key: AnyObject, _ make: () throws -> Value) rethrows -> Value {
    if let known = values.withLock({ $0[ObjectIdentifier(key)] }), let value = known.value as? Value
    {
      return value
    }
    let value = try make()
    values.withLock { $0[ObjectIdentifier(key)] = (key, value) }
    return value
  }

  /// Removes all values.
  func removeAll() { values.withLock { $0.removeAll() } }
}
