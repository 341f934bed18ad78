/// Makes elements of the rows that an engine computes, one after the other.
///
/// It is made where the types of the elements are known, so that all rows are read by code that was
/// compiled for them: elsewhere their layout would be looked up for each one.
public final class ElementReader<Element> {
  /// The element of the row where the engine stands.
  public let read: () throws -> Element

  /// The elements of all rows; `step` goes to the next one, and is false behind the last.
  public let readAll: (_ step: () throws -> Bool) throws -> [Element]

  /// Gives the elements of the rows one after the other.
  public let pull: (_ step: @escaping () throws -> Bool) -> Pull<Element>

  /// A reader that makes each element by a closure.
  @inlinable public init(_ read: @escaping () throws -> Element) {
    self.read = read
    readAll = { step in
      var elements: [Element] = []
      while try step() { elements.append(try read()) }
      return elements
    }
    pull = { step in { try step() ? try read() : nil } }
  }
}

/// The parts of the elements that an engine computes, one after the other.
public protocol ElementColumns {
  /// What reads the next part of the row where the engine stands.
  mutating func next<Value>(_ type: Value.Type) -> ElementReader<Value>
}
