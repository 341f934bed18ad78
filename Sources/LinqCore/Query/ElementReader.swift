/// Makes elements of the rows that an engine computes, one at a time.
///
/// It is made where the types of the elements are known, so that all rows are read by code that was
/// compiled for them: elsewhere their layout would be looked up for each one.
@usableFromInline package final class ElementReader<Element> {
  /// The element of the row where the engine stands.
  @usableFromInline package let read: () throws -> Element

  /// The elements of all rows; `step` goes to the next one, and is false after the last.
  @usableFromInline package let readAll: (_ step: () throws -> Bool) throws -> [Element]

  /// Gives the elements of the rows one at a time.
  @usableFromInline package let pull: (_ step: @escaping () throws -> Bool) -> Pull<Element>

  /// A reader that makes each element by a closure.
  @inlinable package init(_ read: @escaping () throws -> Element) {
    self.read = read
    readAll = { step in
      var elements: [Element] = []
      while try step() { elements.append(try read()) }
      return elements
    }
    pull = { step in { try step() ? try read() : nil } }
  }
}

/// The columns that an engine computes for each element: the parts of the elements, in their order.
package protocol ElementColumns: AnyObject {
  /// Returns what reads the next part of the row where the engine stands.
  func next<Value>(_ type: Value.Type) -> ElementReader<Value>
}

/// Builds elements from the columns that an engine computes, independently of the query they were
/// planned for.
package protocol AnyElementBuilder: Sendable {
  /// Returns an `ElementReader` of the elements.
  func reader(_ columns: any ElementColumns) -> AnyObject
}

/// Builds elements of a type, one of each row.
package struct ElementBuilder<Element>: AnyElementBuilder {
  let make: @Sendable (any ElementColumns) -> ElementReader<Element>

  init(_ make: @escaping @Sendable (any ElementColumns) -> ElementReader<Element>) {
    self.make = make
  }

  /// Returns the reader of the elements.
  package func reader(_ columns: any ElementColumns) -> AnyObject { make(columns) }
}

extension ElementBuilder {
  /// Builds pairs.
  static func pair<First, Second>() -> ElementBuilder where Element == (First, Second) {
    ElementBuilder { columns in
      let (first, second) = (columns.next(First.self).read, columns.next(Second.self).read)
      return ElementReader { (try first(), try second()) }
    }
  }
}

/// Builds elements from several rows each: groups.
package protocol AnyGroupReader: Sendable {
  /// Returns a `Pull` of the groups; `step` goes to the next row and is false after the last one.
  func pull(_ columns: any ElementColumns, _ step: @escaping () throws -> Bool) -> Any
}
