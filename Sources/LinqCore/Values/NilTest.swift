/// Returns whether a value of any type is an optional that is nil.
package func isNil(_ value: Any) -> Bool { (value as? any NilTestable)?.isNil ?? false }

/// An optional of any type.
protocol NilTestable {
  var isNil: Bool { get }
}

extension Optional: NilTestable {
  var isNil: Bool { self == nil }
}
