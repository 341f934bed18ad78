/// Returns whether two values of one type are equal by its own `==`; false if it has none.
package func areEqual(_ left: Any, _ right: Any) -> Bool {
  func open<Value: Equatable>(_ left: Value) -> Bool { left == right as? Value }
  return (left as? any Equatable).map { open($0) } ?? false
}
