internal import StoreSupport

/// The elements that a query returned, and the error that ended it, if one did. A reader of fewer
/// elements does not meet the error.
struct ReadElements<Element: Sendable>: Sendable {
  private let elements: [Element]
  private let failure: (any Error)?

  init(_ elements: [Element], endedBy failure: (any Error)?) {
    self.elements = elements
    self.failure = failure
  }

  /// Reads the elements of a query.
  init(_ make: () throws -> Pull<Element>) throws {
    var elements: [Element] = []
    var meter = MemoryMeter<Element>()
    failure = try readUntilFailure(make) { element in
      try meter.keep(element)
      elements.append(element)
    }
    self.elements = elements
  }

  /// A query of the elements, which throws the error after them.
  var query: Query<Element> {
    guard let failure else { return Query(elements) }
    return Query(ReadNode(elements: elements, failure: failure))
  }
}

/// Calls a closure with each element of a query, and returns the error that ended it, if it is one
/// of an element. What ends a run itself is thrown.
func readUntilFailure<Element>(
  _ make: () throws -> Pull<Element>, _ body: (Element) throws -> Void
) throws -> (any Error)? {
  do {
    let next = try make()
    while let element = try next() { try body(element) }
    return nil
  } catch let error as any RunEndingError {
    throw error
  } catch {
    try Interruption.check()
    return error
  }
}

/// An error that is not one of an element. It ends a run, or the run begins again in another way.
package protocol RunEndingError: Error {
  /// Whether the outcome of the run in memory is that of the query (S38).
  var isDecidedInMemory: Bool { get }
}

extension RunEndingError {
  package var isDecidedInMemory: Bool { false }
}

extension QueryError: RunEndingError {}

/// A source of elements that end with an error.
private final class ReadNode<Element: Sendable>: SourceNode {
  private let elements: [Element]
  private let failure: any Error

  init(elements: [Element], failure: any Error) {
    self.elements = elements
    self.failure = failure
  }

  var `operator`: QueryOperator { .sequence }

  func pull(_ run: QueryRun) -> Pull<Element> {
    let next = LinqCore.pull(of: elements)
    return { [failure] in
      if let element = try next() { return element }
      throw failure
    }
  }
}
