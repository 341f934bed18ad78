internal import People

/// A cell with one or several e-mail addresses.
enum EmailCell {
  /// Returns the first address of a cell, and whether it is all that the cell has; nil if any part
  /// of the cell is no address.
  ///
  /// ```swift
  /// first("ada@example.org")                      // ("ada@example.org", true)
  /// first("ada@example.org ::: al@example.org")   // ("ada@example.org", false)
  /// ```
  static func first(_ cell: String) -> (address: String, isAll: Bool)? {
    if isAddress(cell) { return (cell, true) }
    let separated = cell.split(whereSeparator: { ",; \n\r\t".contains($0) })
      .filter { $0 != ":::" }.map(String.init)
    guard separated.count > 1, separated.allSatisfy(isAddress) else { return nil }
    return (separated[0], false)
  }

  /// Returns whether a byte may be between two addresses.
  static func separates(_ byte: UInt8) -> Bool {
    byte <= 0x20 || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";")
  }

  /// Returns whether a text is an address that a person may have.
  static func isAddress(_ text: String) -> Bool {
    guard text.utf8.contains(UInt8(ascii: "@")) else { return false }
    do throws(RowValidationError) {
      try Person(name: "-", surname: "", age: 0, email: text).validate()
      return true
    } catch {
      return false
    }
  }
}
