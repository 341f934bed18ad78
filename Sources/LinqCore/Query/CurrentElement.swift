/// Reads a part of an element, either from the current row of the engine or from the element of the
/// previous operator.
@usableFromInline typealias PartReader<Value> = () throws -> Value

/// The current element of a running query, at a stable memory address.
final class CurrentElement<Element> {
  private let pointer = UnsafeMutablePointer<Element>.allocate(capacity: 1)
  private var isThere = false
  private let next: Pull<Element>

  init(_ next: @escaping Pull<Element>) { self.next = next }

  deinit {
    clear()
    pointer.deallocate()
  }

  /// Moves to the next element. Returns `false` after the last one.
  func step() throws -> Bool {
    clear()
    guard let element = try next() else { return false }
    pointer.initialize(to: element)
    isThere = true
    return true
  }

  /// Returns a closure that calls a function with the current element.
  func reader<Value>(_ function: @escaping (Element) throws -> Value) -> PartReader<Value> {
    { try function(self.pointer.pointee) }
  }

  /// Returns a closure that evaluates an expression for the current element.
  func reader<Value>(_ expression: QueryExpression<Value>) -> PartReader<Value> {
    let value = expression.expressionValue
    return { try value(ExpressionScope(self.pointer)) }
  }

  private func clear() {
    if isThere { pointer.deinitialize(count: 1) }
    isThere = false
  }
}
