internal import Foundation
internal import Tabular

/// The fields of a row, in the reader's buffer or kept.
protocol ImportRecord {
  /// The 1-based line on which the row begins.
  var line: Int { get }

  /// The number of columns.
  var fieldCount: Int { get }

  /// Returns the kind of value in a field.
  func kind(_ index: Int) -> FieldKind

  /// Calls `body` with the text of a field.
  func withUTF8<Result, Failure: Error>(
    _ index: Int, _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result

  /// Returns the text of a field; empty for null and missing.
  func string(_ index: Int) -> String

  /// Returns a field that can be written again.
  func field(_ index: Int) -> Field

  /// Returns a rejection of the row for a problem in a field.
  func rejection(_ index: Int, because finding: String) -> Rejection
}

extension Record: ImportRecord {}

/// A row that is kept after the reader has gone on to the next one. The first rows of a file are,
/// because the columns are guessed from them.
struct KeptRecord: ImportRecord, Sendable {
  let line: Int
  private let columns: [String]
  private let kinds: [FieldKind]
  private let texts: [String]

  init(_ record: Record, columns: [String]) {
    line = record.line
    self.columns = columns
    kinds = (0..<record.fieldCount).map(record.kind)
    texts = (0..<record.fieldCount).map(record.string)
  }

  var fieldCount: Int { kinds.count }

  /// The number of bytes of all texts.
  var size: Int { texts.reduce(0) { $0 + $1.utf8.count } }

  // JSON may have more columns in later rows.
  func kind(_ index: Int) -> FieldKind { index < kinds.count ? kinds[index] : .missing }

  func withUTF8<Result, Failure: Error>(
    _ index: Int, _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    var text = string(index)
    var outcome: Swift.Result<Result, Failure>?
    text.withUTF8 { bytes in
      do throws(Failure) { outcome = .success(try body(bytes)) } catch { outcome = .failure(error) }
    }
    // The closure has run once.
    return try outcome.unsafelyUnwrapped.get()
  }

  func string(_ index: Int) -> String { index < texts.count ? texts[index] : "" }

  func field(_ index: Int) -> Field {
    switch kind(index) {
    case .missing, .null: .null
    case .boolean: .boolean(string(index) == "true")
    case .text, .number, .nested: .text(string(index))
    }
  }

  func rejection(_ index: Int, because finding: String) -> Rejection {
    Rejection(
      line: line, columnNumber: index + 1, columnName: index < columns.count ? columns[index] : nil,
      value: Rejection.shown(string(index)), reason: .invalidValue(finding))
  }
}
