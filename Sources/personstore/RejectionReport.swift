internal import PeopleIO
internal import Tabular

/// The rejected rows as a CSV file: why each was rejected, and then its fields in the columns of
/// the imported file. An import of this file reads the same columns.
final class RejectionReport {
  /// The columns before those of the imported file. A mended file that is imported again has them,
  /// and they are not copied.
  private static let columns = RejectionColumns.names

  private let sink: ByteSink
  private let protection: TextProtection
  private var writer: (any RecordWriter)?
  /// The indices of the columns of the imported file that are copied.
  private var copied: [Int] = []

  /// Opens the file; `-` is the standard output.
  ///
  /// - Parameter source: the imported file, which is not replaced.
  init(path: String, besides source: String) throws {
    sink = try OutputFile.open(path, besides: source)
    protection = path == "-" ? Output.protection(isSafe: false) : []
  }

  /// Writes a row.
  func write(_ row: RejectedRow) throws(Failure) {
    do throws(TabularError) {
      let writer = try openedWriter(row.columns)
      var fields: [Field] = [
        .integer(Int64(row.rejection.line)), .integer(Int64(row.record)),
        row.rejection.columnName.map { .text($0) } ?? .null, .text("\(row.rejection.reason)"),
        row.surplus.isEmpty ? .null : .text(row.surplus.map(Self.text).joined(separator: ",")),
      ]
      fields += copied.map { row.fields[$0] }
      try writer.write(fields)
    } catch { throw Failure(error: error) }
  }

  /// Writes the end of the file.
  func finish() throws(Failure) {
    do throws(TabularError) { try openedWriter([]).finish() } catch { throw Failure(error: error) }
  }

  private func openedWriter(_ columns: [String]) throws(TabularError) -> any RecordWriter {
    if let writer { return writer }
    copied = columns.indices.filter { !Self.columns.contains(columns[$0]) }
    let opened = try openWriter(
      sink, format: .csv, columns: Self.columns + copied.map { columns[$0] },
      protection: protection)
    writer = opened
    return opened
  }

  private static func text(_ field: Field) -> String {
    if case .text(let text) = field { text } else { "" }
  }

  /// The rejected rows could not be written.
  struct Failure: Error, CustomStringConvertible {
    let error: TabularError

    var description: String {
      "the rejected rows could not be written, so nothing was imported: \(error)"
    }
  }
}
