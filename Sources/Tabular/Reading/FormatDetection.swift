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

  /// Returns whether the object at the front is a document, and not the first line of NDJSON:
  /// whether it does not end in its line, or is the only line and has an array of objects.
  private func beginsDocument() throws(TabularError) -> Bool {
    let limit = min(64 << 10, maximumRecordSize)
    var line = ObjectLine()
    var isPastLine = false
    var index = 0
    while index < limit {
      if index == count {
        guard try more(line: 1) else { break }
      }
      let byte = bytes[index]
      index += 1
      if byte.isLineBreak {
        isPastLine = isPastLine || line.last != 0
      } else if isPastLine, !byte.isBlank {
        return line.isCutOff(before: byte)
      } else {
        line.read(byte)
      }
    }
    return line.hasObjects
  }
}

/// What is known of the line that begins with an object, from the bytes that have been read.
private struct ObjectLine {
  /// The last byte that is not blank; 0 before the first one.
  private(set) var last: UInt8 = 0
  /// Whether an array of objects is in the object, or in objects inside of it.
  private(set) var hasObjects = false
  /// The numbers of open objects and arrays.
  private var (objects, arrays) = (0, 0)
  private var isInString = false
  private var isEscaped = false

  /// Returns whether the object goes on in the next line, which begins with a byte. A line of
  /// NDJSON that is cut off is followed by the next object, where a document would have a value.
  func isCutOff(before byte: UInt8) -> Bool {
    guard objects + arrays > 0, !isInString else { return false }
    return last == Byte.openBracket || last == Byte.comma || byte != Byte.openBrace
  }

  mutating func read(_ byte: UInt8) {
    guard !byte.isBlank else { return }
    defer { last = byte }
    if isInString {
      isInString = isEscaped || byte != Byte.quote
      isEscaped = byte == Byte.backslash && !isEscaped
      return
    }
    switch byte {
    case Byte.quote: isInString = true
    case Byte.openBrace:
      hasObjects = hasObjects || (arrays == 1 && last == Byte.openBracket)
      objects += 1
    case Byte.closeBrace: objects -= 1
    case Byte.openBracket: arrays += 1
    case Byte.closeBracket: arrays -= 1
    default: break
    }
  }
}
