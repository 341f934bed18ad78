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
    let next = try source.pull(run)
    return { [size] in
      var chunk: [Source] = []
      try MemoryBudget.givingBack {
        var meter = MemoryMeter<Source>()
        while chunk.count < size, let element = try next() {
          try meter.keep(element)
          chunk.append(element)
        }
      }
      return chunk.isEmpty ? nil : chunk
    }
  }

  var groupReader: (any AnyGroupReader)? { ChunkReader<Source>(size: size) }
}

/// Builds chunks from rows, each with the number of its chunk before it. All rows may have one
/// number if the chunks are whole.
private struct ChunkReader<Element>: AnyGroupReader {
  let size: Int

  func pull(_ columns: any ElementColumns, _ step: @escaping () throws -> Bool) -> Any {
    let (number, element) = (columns.next(Int.self).read, columns.next(Element.self).read)
    var waiting: (number: Int, element: Element)?
    let next: Pull<[Element]> = { [size] in
      var chunk = waiting.map { [$0.element] } ?? []
      var current = waiting?.number
      waiting = nil
      try MemoryBudget.givingBack {
        var meter = MemoryMeter<Element>()
        while chunk.count < size, try step() {
          let row = (number: try number(), element: try element())
          guard row.number == current ?? row.number else {
            waiting = row
            break
          }
          current = row.number
          try meter.keep(row.element)
          chunk.append(row.element)
        }
      }
      return chunk.isEmpty ? nil : chunk
    }
    return next
  }
}
