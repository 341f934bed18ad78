/// One value of a row, or of the arguments of a function, as an engine provides it. Every engine
/// fills the same cells, so reading a column needs no knowledge of the engine.
///
/// A text or a blob refers to memory of the engine, which stays valid until the next row. The C
/// part of each engine fills cells with this layout.
@frozen @usableFromInline package struct Cell {
  /// The integer, the bits of the floating-point number, or the address of the bytes.
  @usableFromInline package var payload: Int64
  /// The type, as in ``Kind``.
  @usableFromInline package var kind: Kind
  /// The number of bytes of a text or blob.
  @usableFromInline package var count: Int32

  /// The type of a cell, under SQLite's own numbers. It is a number because C writes it.
  @frozen @usableFromInline package struct Kind: Equatable {
    @usableFromInline package let number: Int32

    @inlinable init(_ number: Int32) { self.number = number }

    @inlinable package static var integer: Kind { Kind(1) }
    @inlinable package static var real: Kind { Kind(2) }
    @inlinable package static var text: Kind { Kind(3) }
    @inlinable package static var blob: Kind { Kind(4) }
    @inlinable package static var null: Kind { Kind(5) }
  }

  @inlinable package init(_ kind: Kind, payload: Int64 = 0, count: Int32 = 0) {
    self.kind = kind
    self.payload = payload
    self.count = count
  }

  /// The floating-point number.
  @inlinable package var real: Double {
    Double(bitPattern: UInt64(bitPattern: payload))
  }

  /// The bytes of a text, which need not be valid UTF-8; nil if the engine had no memory for them.
  @inlinable package var utf8: UnsafeBufferPointer<UInt8>? {
    guard let start = UnsafePointer<UInt8>(bitPattern: Int(payload)) else { return nil }
    return UnsafeBufferPointer(start: start, count: Int(count))
  }

  /// The bytes of a blob. An empty one may have no address.
  @inlinable package var bytes: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: UnsafeRawPointer(bitPattern: Int(payload)), count: Int(count))
  }

  /// The storage class of the value.
  package var type: ValueType {
    switch kind {
    case .integer: .integer
    case .real: .real
    case .text: .text
    case .blob: .blob
    default: .null
    }
  }
}

/// Calls a closure with cells that hold values.
package func withCells<Result>(
  of values: some Collection<Value>,
  _ body: (UnsafeMutableBufferPointer<Cell>) throws -> Result
) rethrows -> Result {
  // All bytes first, so that they do not move afterwards.
  var bytes: [UInt8] = []
  for value in values {
    switch value {
    case .text(let text): bytes.append(contentsOf: text.utf8)
    case .blob(let blob): bytes.append(contentsOf: blob)
    default: break
    }
  }
  bytes.append(0)  // so that there is an address
  return try bytes.withUnsafeBufferPointer { bytes in
    try withUnsafeTemporaryAllocation(of: Cell.self, capacity: values.count) { cells in
      var next = bytes.baseAddress
      func cell(_ kind: Cell.Kind, _ count: Int) -> Cell {
        defer { next = next.map { $0 + count } }
        return Cell(kind, payload: Int64(Int(bitPattern: next)), count: Int32(count))
      }
      for (index, value) in values.enumerated() {
        let filled: Cell =
          switch value {
          case .null: Cell(.null)
          case .integer(let integer): Cell(.integer, payload: integer)
          case .real(let real): Cell(.real, payload: Int64(bitPattern: real.bitPattern))
          case .text(let text): cell(.text, text.utf8.count)
          case .blob(let blob): cell(.blob, blob.count)
          }
        cells.initializeElement(at: index, to: filled)
      }
      return try body(cells)
    }
  }
}
