extension InputBuffer {
  /// Returns the format of the content, by its first visible byte.
  func formatOfContent(_ options: ReaderOptions) throws(TabularError) -> TableFormat {
    switch try firstVisibleByte() {
    case Byte.openBracket: return .json
    case Byte.openBrace where options.path != nil: return .json
    case Byte.openBrace: return try beginsDocument() ? .json : .ndjson
    case UInt8(ascii: "B"), UInt8(ascii: "b"): return try beginsCard() ? .vcard : .csv
    default: return .csv
    }
  }

  private func beginsCard() throws(TabularError) -> Bool {
    let mark = "BEGIN:VCARD".utf8
    var index = 0
    while true {
      while index < count, bytes[index].isBlank { index += 1 }
      if count - index >= mark.count { break }
      guard try more(line: 1) else { return false }
    }
    return UnsafeBufferPointer(start: bytes + index, count: mark.count).matches(mark)
  }

  /// Returns whether the object at the front begins a document of several lines: whether its first
  /// line ends with an opening bracket or a comma. A line of NDJSON ends with `}`.
  private func beginsDocument() throws(TabularError) -> Bool {
    let limit = min(64 << 10, maximumRecordSize)
    var last: UInt8 = 0
    var index = 0
    while index < limit {
      if index == count {
        guard try more(line: 1) else { return false }
      }
      let byte = bytes[index]
      index += 1
      if byte.isLineBreak, last != 0 {
        return last == Byte.openBrace || last == Byte.openBracket || last == Byte.comma
      }
      if !byte.isBlank { last = byte }
    }
    return false
  }
}
