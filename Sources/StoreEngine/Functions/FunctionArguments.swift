/// The arguments of a call of a Swift function from SQL, with indices from 0.
///
/// They refer to memory of the engine: use them during the call, and do not store them.
public struct FunctionArguments {
  @usableFromInline let cells: UnsafeMutableBufferPointer<Cell>

  package init(_ cells: UnsafeMutableBufferPointer<Cell>) { self.cells = cells }

  /// The number of arguments.
  public var count: Int { cells.count }

  /// No arguments.
  public static var none: FunctionArguments {
    FunctionArguments(UnsafeMutableBufferPointer(start: nil, count: 0))
  }

  @inlinable func argument(_ index: Int) -> Cell {
    precondition(index >= 0 && index < cells.count, "the function has \(cells.count) arguments")
    return cells[index]
  }

  /// Returns whether an argument is NULL.
  @inlinable public func isNull(_ index: Int) -> Bool { argument(index).kind == .null }

  /// Returns a copy of an argument; text that is not UTF-8 is an error.
  public subscript(index: Int) -> Value {
    get throws {
      let cell = argument(index)
      switch cell.type {
      case .null: return .null
      case .integer: return .integer(cell.payload)
      case .real: return .real(cell.real)
      case .text: return .text(try text(index) ?? "")
      case .blob: return .blob([UInt8](cell.bytes))
      }
    }
  }

  /// Returns an integer, or nil if the argument is not one.
  @inlinable public func integer(_ index: Int) -> Int64? {
    let cell = argument(index)
    return cell.kind == .integer ? cell.payload : nil
  }

  /// Returns a floating-point number, or nil if the argument is not one.
  @inlinable public func real(_ index: Int) -> Double? {
    let cell = argument(index)
    return cell.kind == .real ? cell.real : nil
  }

  /// Returns a copy of a text, including NUL, or nil if the argument is not a text; text that is
  /// not UTF-8 is an error.
  public func text(_ index: Int) throws -> String? {
    try withUTF8(index) { bytes in
      guard let text = String(strict: bytes) else {
        throw DatabaseError.decoding(
          DecodingFailure(
            table: nil, column: "argument \(index + 1) of a function", row: .unknown,
            expected: "TEXT", found: "TEXT that is not UTF-8"))
      }
      return text
    }
  }

  /// Calls a closure with the bytes of a text, which need not be valid UTF-8; returns nil if the
  /// argument is not a text.
  @inlinable public func withUTF8<Result>(
    _ index: Int, _ body: (UnsafeBufferPointer<UInt8>) throws -> Result
  ) rethrows -> Result? {
    let cell = argument(index)
    guard cell.kind == .text else { return nil }
    return try body(cell.utf8 ?? UnsafeBufferPointer(start: nil, count: 0))
  }
}
