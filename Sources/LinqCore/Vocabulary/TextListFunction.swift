internal import StoreSupport

/// A function that returns texts, which engines get as a JSON array.
struct TextListFunction: AnyQueryFunction {
  let name: String
  let argumentCount: Int
  let call: FunctionCall?
  var resultType: Any.Type { [String].self }

  /// Creates a function.
  ///
  /// - Parameters:
  ///   - name: the name in SQL.
  ///   - argumentCount: the number of arguments.
  ///   - body: the function with the arguments of an engine.
  init(
    _ name: String, argumentCount: Int,
    _ body: @escaping @Sendable (FunctionArgumentReader) throws -> [String]
  ) {
    self.name = name
    self.argumentCount = argumentCount
    call = { .text(try JSONTexts.json(of: try body($0))) }
  }
}

/// Texts as a JSON array.
enum JSONTexts {
  /// The error for a text that SQLite's functions for JSON would end at a NUL. Memory decides then.
  private struct NULInText: Error {}

  /// Returns the JSON of texts. It is ASCII, so that normalization leaves it as it is.
  static func json(of texts: [String]) throws -> String {
    var json = "["
    for text in texts {
      if json.utf8.count > 1 { json += "," }
      json += "\""
      for unit in text.utf16 {
        switch unit {
        case 0: throw NULInText()
        case 0x20..<0x7F where unit != 0x22 && unit != 0x5C:
          json.unicodeScalars.append(Unicode.Scalar(UInt8(unit)))
        default: json += .unicodeEscape(unit)
        }
      }
      json += "\""
    }
    return json + "]"
  }
}
