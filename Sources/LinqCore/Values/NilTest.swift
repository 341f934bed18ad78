/// Returns whether a value of any type is an optional that is nil.
package func isNil(_ value: Any) -> Bool { (value as? any NilTestable)?.isNil ?? false }

private protocol NilTestable {
  var isNil: Bool { get }
}

extension Optional: NilTestable {
  fileprivate var isNil: Bool { self == nil }
}
