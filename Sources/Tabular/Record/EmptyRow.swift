// Spreadsheets write rows without any value, such as `,,`, where cells have once been used. They
// are counted, and are no records.

extension Record {
  /// Whether the record is a row of CSV or TSV without any value. An object of JSON without one
  /// is a record that lacks all of them.
  package func isEmptyRow(of format: TableFormat) -> Bool {
    guard format.hasHeader else { return false }
    return (0..<fieldCount).allSatisfy { index in
      kind(index) == .null || withUTF8(index) { $0.allSatisfy { $0 == UInt8(ascii: " ") } }
    }
  }
}

extension Rejection {
  /// Whether the row is only rejected for the number of its fields, none of which has a value.
  package func isOfEmptyRow(_ fields: [Field]) -> Bool {
    switch reason {
    case .tooFewFields, .tooManyFields: fields.allSatisfy { $0 == .null }
    default: false
    }
  }
}
