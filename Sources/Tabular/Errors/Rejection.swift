/// The reason why a record was rejected, while the rest of the file remains readable.
///
/// ```swift
/// // line 7, column 3 (email): invalid UTF-8: "caf\u{FFFD}@example.com"
/// print(rejection)
/// ```
public struct Rejection: Error, Equatable, Sendable {
  /// The kind of problem.
  public enum Reason: Equatable, Sendable {
    /// The field's bytes are not UTF-8.
    case invalidUTF8
    /// A quote inside a field that does not begin with one.
    case quoteInUnquotedField
    /// Text between a closing quote and the next delimiter or line end.
    case textAfterClosingQuote
    /// Fewer fields than the header has columns.
    case tooFewFields(expected: Int, found: Int)
    /// More fields than the header has columns.
    case tooManyFields(expected: Int, found: Int)
    /// A JSON value that is not an object, so that its parts have no names.
    case notAnObject
    /// The line is not JSON; the text names what was expected.
    case malformedJSON(String)
    /// The lines are not a card; the text says why.
    case malformedCard(String)
    /// The key occurs twice in one object, or a column in one card, so its value is ambiguous.
    case duplicateKey
    /// Half a surrogate pair, which UTF-8 cannot represent, in UTF-16 or as a `\u` escape of JSON.
    case unpairedSurrogate
    /// A problem that the caller found; see ``Record/rejection(_:because:)``.
    case invalidValue(String)
  }

  /// The 1-based physical line on which the record begins.
  public let line: Int
  /// The 1-based number of the column, if the problem belongs to one.
  public let columnNumber: Int?
  /// The name of that column, if it has one.
  public let columnName: String?
  /// The invalid value: at most 60 scalars, with invalid bytes as U+FFFD and control characters
  /// escaped.
  public let value: String?
  /// The problem.
  public let reason: Reason

  /// Creates a rejection; `value` must be shortened already.
  public init(
    line: Int, columnNumber: Int?, columnName: String?, value: String?, reason: Reason
  ) {
    self.line = line
    self.columnNumber = columnNumber
    self.columnName = columnName
    self.value = value
    self.reason = reason
  }
}

extension Rejection {
  /// What to do with a file whose bytes are not UTF-8.
  static let encodingAdvice =
    "name the encoding of the file, such as --encoding windows-1252, or convert it to UTF-8: "
    + "iconv -f WINDOWS-1252 -t UTF-8"

  /// What to do with a file whose quotes do not enclose fields.
  static let quoteAdvice = "read quotes as characters with --quote none"

  /// What to do with a file whose records have the problem; nil if nothing helps them all.
  package var advice: String? {
    switch reason {
    case .invalidUTF8: Self.encodingAdvice
    case .quoteInUnquotedField, .textAfterClosingQuote: Self.quoteAdvice
    case .tooFewFields: "fill short rows with --short-rows fill"
    case .tooManyFields, .notAnObject, .malformedJSON, .malformedCard, .duplicateKey,
      .unpairedSurrogate, .invalidValue:
      nil
    }
  }
}

extension Rejection: CustomStringConvertible {
  /// The line, column, reason and value, such as
  /// `line 3, column 2 (age): invalid UTF-8: "\u{FFFD}"`.
  public var description: String {
    var text = "line \(line)"
    if let columnNumber {
      text += ", column \(columnNumber)"
      if let columnName { text += " (\(columnName))" }
    }
    text += ": \(reason)"
    if let value { text += ": \"\(value)\"" }
    return text
  }
}

extension Rejection.Reason: CustomStringConvertible {
  /// The problem in a few words, without line and value.
  public var description: String {
    switch self {
    case .invalidUTF8: "invalid UTF-8"
    case .quoteInUnquotedField: "quote within an unquoted field"
    case .textAfterClosingQuote: "text after the closing quote"
    case .tooFewFields(let expected, let found): "\(found) fields instead of \(expected)"
    case .tooManyFields(let expected, let found): "\(found) fields instead of \(expected)"
    case .notAnObject: "not a JSON object"
    case .malformedJSON(let expectation): "invalid JSON: \(expectation)"
    case .malformedCard(let finding): "invalid vCard: \(finding)"
    case .duplicateKey: "key occurs twice"
    case .unpairedSurrogate: "half of a surrogate pair"
    case .invalidValue(let finding): finding
    }
  }
}

extension Rejection {
  /// Returns a text as a short one that is safe to print on a terminal.
  package static func shown(_ text: String) -> String {
    var text = text
    return text.withUTF8 { shown($0) }
  }

  /// Returns arbitrary bytes as a short text that is safe to print on a terminal.
  static func shown(_ bytes: UnsafeBufferPointer<UInt8>) -> String {
    let scalarLimit = 60
    // 60 scalars take at most 240 bytes. Four more bytes show whether the text is longer.
    let prefix = bytes.prefix(4 * scalarLimit + 4)
    var text = ""
    for (index, scalar) in String(decoding: prefix, as: UTF8.self).unicodeScalars.enumerated() {
      if index == scalarLimit { return text + "…" }
      if scalar.properties.generalCategory == .control {
        text += scalar.escaped(asASCII: true)
      } else {
        text.unicodeScalars.append(scalar)
      }
    }
    return text
  }
}
