internal import StoreSQLite

/// Eight bytes by which a person who was changed by an import, and again since, is recognized: the
/// 64-bit FNV-1a of the stored values.
struct PersonDigest {
  /// The columns that count, in the order of a statement after the key.
  static let columns = "name, surname, age, email, birth_date, attributes"

  private(set) var value: UInt64 = 0xCBF2_9CE4_8422_2325

  /// Creates the digest of the row of a statement that selects the key and ``columns``.
  init(_ row: Statement) throws {
    for column in 1..<row.columnCount {
      switch row.type(column) {
      case .text: try row.withUTF8(column) { add($0) }
      case .null: add(CollectionOfOne(0xFF))
      default: add("\(try row.value(column))".utf8)
      }
      // No text has this byte.
      add(CollectionOfOne(0xFE))
    }
  }

  private mutating func add(_ bytes: some Sequence<UInt8>) {
    for byte in bytes { value = (value ^ UInt64(byte)) &* 0x100_0000_01B3 }
  }
}
