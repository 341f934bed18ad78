/// What is wrong with a JSON value, and where in its bytes.
struct JSONFailure: Error {
  let reason: Rejection.Reason
  /// The index of the column concerned, if it is one.
  var column: Int?
  /// Where the offending bytes begin.
  let start: Int
  /// How many they are.
  let count: Int

  /// Whether the text cannot be trusted to be JSON at all.
  var isSyntax: Bool {
    if case .malformedJSON = reason { true } else { false }
  }

  /// The rejection of the record on `line` whose bytes begin at `bytes`.
  func rejection(
    line: Int, columns: [String], bytes: UnsafePointer<UInt8>
  ) -> Rejection {
    let value = UnsafeBufferPointer(start: bytes + start, count: count)
    return Rejection(
      line: line, columnNumber: column.map { $0 + 1 }, columnName: column.map { columns[$0] },
      value: value.isEmpty ? nil : Rejection.shown(value), reason: reason)
  }
}
