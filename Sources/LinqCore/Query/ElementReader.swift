/// Builds the elements from the rows that an engine computes, one at a time.
///
/// A reader is created where the types of the elements are known, so that all rows are read by
/// specialized code. Otherwise the layout of the elements would be looked up for each row.
@usableFromInline package final class ElementReader<Element> {
  /// Builds the element of the current row of the engine.
  @usableFromInline package let read: () throws -> Element

  /// Builds the elements of all rows. `step` moves to the next row and returns `false` after the
  /// last.
  @usableFromInline package let readAll: (_ step: () throws -> Bool) throws -> [Element]

  /// Returns a pull of the elements of the rows.
  @usableFromInline package let pull: (_ step: @escaping () throws -> Bool) -> Pull<Element>

  /// Creates a reader that builds each element with a closure.
  @inlinable package init(_ read: @escaping () throws -> Element) {
    self.read = read
    readAll = { step in
      var elements: [Element] = []
      while try step() {
        // An array that grows to twice its size each time moves twice as many elements, and
        // touches memory of twice its size. What is reserved and not used is not touched.
        if elements.count == elements.capacity, elements.count >= 1024 {
          elements.reserveCapacity(elements.count * 4)
        }
        elements.append(try read())
      }
      return elements
    }
    pull = { step in { try step() ? try read() : nil } }
  }
}

/// The columns that an engine computes for each element. They are the parts of the element, in
/// order.
package protocol ElementColumns: AnyObject {
  /// Returns a reader of the next part of the engine's current row.
  func next<Value>(_ type: Value.Type) -> ElementReader<Value>
}

/// Builds elements from the columns that an engine computes. It does not depend on the query that
/// the columns were planned for.
package protocol AnyElementBuilder: Sendable {
  /// The properties of the elements that hold their parts; nil for tuples.
  var members: ElementMembers? { get }

  /// Returns an `ElementReader` of the elements.
  func reader(_ columns: any ElementColumns) -> AnyObject
}

extension AnyElementBuilder {
  /// The default is nil.
  package var members: ElementMembers? { nil }
}

/// The properties of a struct that hold the parts that it is built from.
package final class ElementMembers: Sendable {
  /// The properties, in the order of the parts.
  package let keyPaths: [any AnyKeyPath & Sendable]

  /// Why the parts are not what the properties return; nil if they are.
  package let mistake: String?

  /// Creates the declaration of a struct's properties.
  package init(_ keyPaths: [any AnyKeyPath & Sendable], mistake: String?) {
    self.keyPaths = keyPaths
    self.mistake = mistake
  }
}

/// Builds elements of a type, one from each row.
package struct ElementBuilder<Element>: AnyElementBuilder {
  package let members: ElementMembers?
  let make: @Sendable (any ElementColumns) -> ElementReader<Element>

  /// Creates a builder. `make` returns the reader of the elements.
  package init(
    _ members: ElementMembers? = nil,
    _ make: @escaping @Sendable (any ElementColumns) -> ElementReader<Element>
  ) {
    self.members = members
    self.make = make
  }

  /// Returns the reader of the elements.
  package func reader(_ columns: any ElementColumns) -> AnyObject { make(columns) }
}

extension ElementBuilder {
  /// Returns a builder of pairs.
  static func pair<First, Second>() -> ElementBuilder where Element == (First, Second) {
    ElementBuilder { columns in
      let (first, second) = (columns.next(First.self).read, columns.next(Second.self).read)
      return ElementReader { (try first(), try second()) }
    }
  }
}

/// Builds elements from several rows each, which are groups.
package protocol AnyGroupReader: Sendable {
  /// Returns a `Pull` of the groups. `step` moves to the next row and returns `false` after the
  /// last one.
  func pull(_ columns: any ElementColumns, _ step: @escaping () throws -> Bool) -> Any
}
