public import Foundation

extension QueryExpression where Value == UUID {
  /// The identifier as text, with capital letters.
  ///
  /// ```swift
  /// devices.where { $0.serial.uuidString.hasPrefix("E6") }
  /// // … WHERE serial >= ? AND serial < ? AND swift_has_prefix(serial, ?) …
  /// ```
  public var uuidString: QueryExpression<String> { QueryExpression<String>(describing: self) }
}

extension QueryExpression where Value == UUID? {
  /// Converts a text to an identifier, as `UUID(uuidString:)` does; nil if the text is none.
  public init(uuidString text: QueryExpression<String>) {
    self = Vocabulary.parseUUID(text)
  }
}

extension Vocabulary {
  static let parseUUID = StandardFunction(sql: "swift_parse_uuid") { (text: String) in
    UUID(uuidString: text)
  }

  static let uuidString = ComposedFunction(
    ".uuidString", sample: "purchases.select { $0.token.map { $0.uuidString } }", contract: "S53"
  ) { (identifier: QueryExpression<UUID>) in identifier.uuidString }
}

extension UUID: FunctionValue {
  /// Reads an identifier from its text.
  public static func read(
    from arguments: FunctionArgumentReader, at index: Int
  ) throws -> UUID {
    guard let value = UUID(uuidString: try String.read(from: arguments, at: index)) else {
      throw arguments.mismatch(index, expected: UUID.self)
    }
    return value
  }

  /// The identifier as text.
  public var functionResult: FunctionResult { .text(uuidString) }
}
