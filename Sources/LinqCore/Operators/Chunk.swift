extension Queryable {
  /// The elements in arrays of a fixed size. The last array may be shorter.
  ///
  /// ```swift
  /// people.chunk(10).take(3)
  /// // SELECT 0, id, name, surname, age, email, birth_date, attributes FROM person
  /// // ORDER BY id LIMIT 30
  /// people.chunk(10).select { ($0.count, $0.sum { $0.age }) }
  /// // … FROM (SELECT …, row_number() OVER (ORDER BY id) - 1 AS c1_7 …) GROUP BY c1_7 / 10 …
  /// ```
  ///
  /// - Parameter size: The number of elements in an array. It must be at least 1.
  public func chunk(_ size: Int) -> Query<[Element]> {
    precondition(size > 0, "a chunk has at least one element")
    return query.then(ChunkNode(source: query.node, size: size))
  }
}

private final class ChunkNode<Source>: QueryNode {
  typealias Element = [Source]

  let source: any QueryNode<Source>
  let size: Int

  init(source: any QueryNode<Source>, size: Int) {
    self.source = source
    self.size = size
  }

  var `operator`: QueryOperator { .chunk(size) }
  var upstream: (any QueryNode)? { source }

  func withUpstream(_ upstream: any QueryNode) -> any QueryNode<Element> {
    ChunkNode(source: upstream.cast(), size: size)
  }

  func pull(_ run: QueryRun) throws -> Pull<Element> {
    ChunkReader.chunks(of: try source.pull(run), atMost: size) { _, _ in true }
  }

  var groupReader: (any AnyGroupReader)? { ChunkReader<Source>(size: size) }
}

/// Builds chunks from rows, each with the number of its chunk before it. All rows may have one
/// number if the chunks are whole.
struct ChunkReader<Element>: AnyGroupReader {
  /// The number of elements after which a chunk ends.
  var size = Int.max

  func pull(_ columns: any ElementColumns, _ step: @escaping () throws -> Bool) -> Any {
    typealias Row = (number: Int, element: Element)
    let (number, element) = (columns.next(Int.self).read, columns.next(Element.self).read)
    let next: Pull<Row> = { try step() ? (try number(), try element()) : nil }
    return Self.chunks(of: next, atMost: size, \.element) { $0.number == $1.number }
  }

  /// Returns arrays of at most `size` consecutive elements for each two of which a condition is
  /// true.
  static func chunks(
    of next: @escaping Pull<Element>, atMost size: Int = .max,
    _ belongTogether: @escaping (Element, Element) throws -> Bool
  ) -> Pull<[Element]> { chunks(of: next, atMost: size, { $0 }, belongTogether) }

  private static func chunks<Row>(
    of next: @escaping Pull<Row>, atMost size: Int, _ element: @escaping (Row) -> Element,
    _ belongTogether: @escaping (Row, Row) throws -> Bool
  ) -> Pull<[Element]> {
    // A row that has been read to see that a chunk has ended.
    var waiting: Row?
    return {
      guard var last = try waiting ?? next() else { return nil }
      waiting = nil
      var chunk: [Element] = []
      try MemoryBudget.givingBack {
        var meter = MemoryMeter<Element>()
        while true {
          try meter.keep(element(last))
          chunk.append(element(last))
          guard chunk.count < size, let row = try next() else { break }
          guard try belongTogether(last, row) else {
            waiting = row
            break
          }
          last = row
        }
      }
      return chunk
    }
  }
}
