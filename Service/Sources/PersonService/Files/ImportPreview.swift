import People
import PeopleIO
import Tabular

/// The first rows of a file, and the columns from which the fields of a person would be read.
struct ImportPreview: Encodable {
  let format: String
  let columns: [String]
  /// At most 20 rows; null where there is nothing.
  let rows: [[String?]]
  /// The column of each field; null if none has its name.
  let mapping: [String: String?]

  private static let rowCount = 20

  /// - Parameters:
  ///   - bytes: the beginning of the file, which may end in the middle of a row.
  ///   - format: the format; nil to find it by the content.
  /// - Throws: `TabularError` if not even the columns can be read.
  init(of bytes: [UInt8], format: TableFormat?) throws {
    var options = ReaderOptions()
    options.format = format
    let reader = try openRecords(ByteSource(bytes: bytes, name: "file"), options: options)
    var rows: [[Field]] = []
    do {
      while rows.count < Self.rowCount, let result = try reader.next() {
        switch result {
        case .record(let record):
          rows.append((0..<record.fieldCount).map { record.field($0) })
        case .rejected: rows.append(reader.rejectedFields)
        }
      }
    } catch {
      // The end of the bytes may be in the middle of a row.
      guard !rows.isEmpty || !reader.columns.isEmpty else { throw error }
    }
    self.format = reader.format.rawValue
    let columns = reader.columns
    self.columns = columns
    self.rows = rows.map { row in
      columns.indices.map { $0 < row.count ? row[$0].text : nil }
    }
    let places = ColumnMapping().places(in: columns)
    mapping = Dictionary(
      uniqueKeysWithValues: PersonField.allCases.map { field in
        (field.rawValue, places[field].map { columns[$0] })
      })
  }
}
