/// The persons of the acceptance cases.
struct P: Equatable {
  var name: String
  var age: Int

  /// bob 25, frank 45, ian 35, jim 25, joe 55.
  static let five = [
    P(name: "bob", age: 25), P(name: "frank", age: 45), P(name: "ian", age: 35),
    P(name: "jim", age: 25), P(name: "joe", age: 55),
  ]

  /// The name, but nil for bob.
  var nameButBob: String? { name == "bob" ? nil : name }

  /// The age, but nil for 25.
  var ageBut25: Int? { age == 25 ? nil : age }
}

/// A sequence that is no collection, can be gone through once only, and says how far it was.
final class Once: Sequence, IteratorProtocol {
  private(set) var position = 0
  private let end: Int

  init(_ end: Int) { self.end = end }

  func next() -> Int? {
    guard position < end else { return nil }
    position += 1
    return position
  }
}

/// Counts calls.
final class Calls {
  private(set) var count = 0

  /// Counts, and gives the value.
  func callAsFunction<Value>(_ value: Value) -> Value {
    count += 1
    return value
  }
}

struct Refusal: Error, Equatable {}
