/// What the quotes of CSV and TSV mean.
public enum Quoting: String, CaseIterable, Sendable {
  /// A quote at the beginning of a field encloses it (RFC 4180). The field may then contain doubled
  /// quotes, delimiters and line ends.
  case enclosing = "double"
  /// A quote is a character like any other, as in the TSV of databases. No field contains
  /// delimiters or line ends.
  case literal = "none"
}
