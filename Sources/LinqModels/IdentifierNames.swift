// Names of columns that identify a row.

extension SwiftNames {
  /// Returns whether a column is the identifier of a table: `id`, or `CustomerId` of `customers`.
  package static func isIdentifier(_ column: String, of table: String) -> Bool {
    let words = words(of: column).map { $0.lowercased() }
    let names = Self.words(of: table).map { $0.lowercased() }
    guard words.last == "id", words.count > 1, let last = names.last else { return words == ["id"] }
    return words.dropLast() == names[...] || words.dropLast() == names.dropLast() + [singular(last)]
  }

  /// Returns whether a name ends as that of an identifier: `fide_id`, `ISBN code`.
  package static func endsAsIdentifier(_ name: String) -> Bool { endAsIdentifier(words(of: name)) }

  /// Returns whether words end as the name of an identifier.
  static func endAsIdentifier(_ words: [String]) -> Bool {
    guard let last = words.last?.lowercased() else { return false }
    return ["id", "code", "key", "no", "nr", "number", "fk", "uuid", "guid", "ref"].contains(last)
  }
}
