internal import StoreSupport

/// How the texts of CSV and TSV are changed for readers that would obey them.
public struct TextProtection: OptionSet, Sendable {
  /// The bits of the set.
  public let rawValue: Int

  /// Creates a set from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// For terminals: control characters are written as in Swift's literals, such as `\u{1B}`.
  public static let controls = TextProtection(rawValue: 1)

  /// For spreadsheets: a text that they would take for a formula, because it begins with `=`, `+`,
  /// `-`, `@`, a tab or a carriage return, has an apostrophe before it.
  public static let formulas = TextProtection(rawValue: 2)

  private static let beginnings = Array("=+-@\t\r".utf8)

  /// Returns a text with its changes.
  func applied(to text: String) -> String {
    var text = text
    if contains(.formulas), let first = text.utf8.first, Self.beginnings.contains(first) {
      text = "'" + text
    }
    return contains(.controls) ? ControlCharacters.escaped(text) : text
  }
}
