extension CardHead {
  /// Why a value cannot be read.
  enum ValueProblem: Error {
    /// The end of a sentence that begins with the line.
    case malformed(String)
    /// The bytes are not UTF-8.
    case notUTF8(ArraySlice<UInt8>)
  }

  /// Returns a value in UTF-8, with its escapes.
  ///
  /// - Parameter isDecodedInput: whether the file was in another encoding than UTF-8, and has been
  ///   decoded.
  func decoded(
    _ value: ArraySlice<UInt8>, isDecodedInput: Bool
  ) throws(ValueProblem) -> ArraySlice<UInt8> {
    var value = value
    if isQuotedPrintable { value = CardBytes.unescaped(value, after: UInt8(ascii: "="))[...] }
    if isPercentEncoded { value = CardBytes.unescaped(value, after: CardBytes.percent)[...] }
    if isBase64, property.style != .binary {
      guard let bytes = CardBytes.base64(value) else { throw .malformed("is not Base64") }
      // The picture of a property that is not known to have one.
      guard Self.isText(bytes[...]) || charset != nil else {
        let mediaType = mediaType ?? "application/octet-stream"
        return Array("data:\(mediaType);base64,".utf8) + value.filter { !$0.isBlank }
      }
      value = bytes[...]
    }
    // The bytes in the file itself have been decoded already if it was in another encoding.
    let isEncoded = isQuotedPrintable || isBase64 || !isDecodedInput
    if let charset, isEncoded {
      switch TextEncoding(name: charset) {
      case .utf8: break
      case let encoding? where encoding.hasOneByteCharacters:
        value = CardBytes.text(value, in: encoding)[...]
      default:
        guard value.allSatisfy({ $0 < 0x80 }) else {
          throw .malformed(
            "is in the character set \(charset), not in UTF-8, ISO-8859-1 or Windows-1252; export "
              + "the contacts in version 3.0 or 4.0")
        }
      }
    }
    guard Self.isText(value) else { throw .notUTF8(value) }
    return value
  }

  private static func isText(_ value: ArraySlice<UInt8>) -> Bool {
    value.withUnsafeBufferPointer { bytes in
      bytes.baseAddress.map { isValidUTF8($0, bytes.count) } ?? true
    }
  }

  /// Returns the text of a day of the calendar.
  func date(_ value: ArraySlice<UInt8>) -> String {
    let unescaped = CardText()
    CardEscapes.appendUnescaped(value, to: unescaped)
    let bytes = UnsafeBufferPointer(start: unescaped.bytes, count: unescaped.count)
    let text = String(decoding: bytes, as: UTF8.self)
    return valueKind == "text" ? text : CardDate.day(text, omittedYear: omittedYear)
  }
}
