/// What reads a part of an element from the row where its engine stands, or from the element before
/// it.
@usableFromInline typealias PartReader<Value> = () throws -> Value

/// The element of a running query where its steps stand, at a place that does not move.
final class CurrentElement<Element> {
  private let place = UnsafeMutablePointer<Element>.allocate(capacity: 1)
  private var isThere = false
  private let next: Pull<Element>

  init(_ next: @escaping Pull<Element>) { self.next = next }

  deinit {
    clear()
    place.deallocate()
  }

  /// Goes to the next element; false after the last.
  func step() throws -> Bool {
    clear()
    guard let element = try next() else { return false }
    place.initialize(to: element)
    isThere = true
    return true
  }

  /// What a function gives for the element.
  func reader<Value>(_ function: @escaping (Element) throws -> Value) -> PartReader<Value> {
    { try function(self.place.pointee) }
  }

  /// What evaluates an expression for the element.
  func reader<Value>(_ expression: QueryExpression<Value>) -> PartReader<Value> {
    let value = expression.expressionValue
    return { try value(ExpressionScope(self.place)) }
  }

  private func clear() {
    if isThere { place.deinitialize(count: 1) }
    isThere = false
  }
}
