/// The kind of value in a field of a record.
public enum FieldKind: UInt8, Sendable {
  /// The JSON object has no such key, or the card no such property. Never in CSV.
  case missing
  /// JSON's `null`; in CSV an empty field without quotes.
  case null
  /// Text, perhaps empty. Every other CSV field is text, even if it looks like a number.
  case text
  /// A JSON number; its text is exactly the one in the file.
  case number
  /// JSON's `true` or `false`; its text is that word.
  case boolean
  /// A JSON array or object; its text is the JSON in the file. Never if nested values are columns.
  case nested
}
