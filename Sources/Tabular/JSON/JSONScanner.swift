/// The front of a JSON document that is read part by part: blanks, keys, elements and values to
/// leave out, with their lines.
final class JSONScanner {
  let input: InputBuffer
  /// The line number at the front of the input.
  var line = 1

  init(_ input: InputBuffer) { self.input = input }

  /// Advances past blanks, counts their lines and returns the next byte; nil at the end of the
  /// input.
  func nextVisibleByte() throws(TabularError) -> UInt8? {
    var previous: UInt8 = 0
    while true {
      if input.count == 0 {
        guard try input.more(line: line) else { return nil }
      }
      let byte = input.bytes[0]
      guard byte.isBlank else { return byte }
      if byte == Byte.carriageReturn || (byte == Byte.lineFeed && previous != Byte.carriageReturn) {
        line += 1
      }
      previous = byte
      input.position += 1
    }
  }

  /// Returns the length of the element at the front of the input, which is found by quotes and
  /// brackets alone.
  func elementLength() throws(TabularError) -> Int {
    var index = 0
    var depth = 0
    var isInString = false
    var isEscaped = false
    scan: while true {
      if index == input.count {
        guard try input.more(line: line) else {
          throw invalid("the value that begins here is not closed")
        }
      }
      let byte = input.bytes[index]
      if isInString {
        if byte.isLineBreak {
          // Without this check an unclosed string would extend to the next quote in the document.
          line += countLineBreaks(input.bytes, index)
          throw invalid("a line break within a string")
        }
        if isEscaped {
          isEscaped = false
        } else if byte == Byte.quote {
          isInString = false
        } else {
          isEscaped = byte == Byte.backslash
        }
      } else {
        switch byte {
        case Byte.quote:
          isInString = true
        case Byte.openBrace, Byte.openBracket:
          depth += 1
        case Byte.closeBrace, Byte.closeBracket:
          if depth == 0 { break scan }
          depth -= 1
          if depth == 0 {
            index += 1
            break scan
          }
        case Byte.comma where depth == 0:
          break scan
        case _ where depth == 0 && byte.isBlank:
          break scan
        default:
          break
        }
      }
      index += 1
    }
    if index > input.maximumRecordSize {
      throw .recordTooLarge(path: input.source.name, line: line, limit: input.maximumRecordSize)
    }
    return index
  }

  /// Advances past a byte that must be next after blanks.
  func expect(_ byte: UInt8, _ reason: String) throws(TabularError) {
    guard try nextVisibleByte() == byte else { throw invalid(reason) }
    input.position += 1
  }

  func invalid(_ reason: String) -> TabularError {
    .invalidJSON(path: input.source.name, line: line, reason: reason)
  }
}
