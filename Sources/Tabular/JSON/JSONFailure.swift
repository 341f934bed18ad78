/// A problem with a JSON value, and its position in the bytes.
struct JSONFailure: Error {
  let reason: Rejection.Reason
  /// The index of the column, if the problem belongs to one.
  var column: Int?
  /// The offset of the invalid bytes.
  let start: Int
  /// The number of invalid bytes.
  let count: Int

  /// Returns the rejection of the record on `line` whose bytes begin at `bytes`.
  func rejection(
    line: Int, columns: [String], bytes: UnsafePointer<UInt8>
  ) -> Rejection {
    let value = UnsafeBufferPointer(start: bytes + start, count: count)
    return Rejection(
      line: line, columnNumber: column.map { $0 + 1 }, columnName: column.map { columns[$0] },
      value: value.isEmpty ? nil : Rejection.shown(value), reason: reason)
  }
}
