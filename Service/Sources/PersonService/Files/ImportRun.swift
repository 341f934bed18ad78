import Foundation
import Hummingbird
import People
import PeopleIO
import Synchronization
import Tabular

/// One import, whose steps become lines.
final class ImportRun: Sendable {
  private let store: PersonStore
  private let log: ChangeLog
  private let author: ChangeAuthor
  private let file: TemporaryFile
  private let given: ImportParameters
  private let key: RequestKey?
  private let output: AsyncThrowingStream<ByteBuffer, any Error>.Continuation
  private let isCanceled = Atomic(false)

  /// The number of rejected rows that are sent, and of bytes after which no more are. The summary
  /// counts all of them.
  private static let shownRejections = 1_000
  private static let shownSize = 16 << 20

  /// - Parameters:
  ///   - key: the key under which the summary is stored, with the people.
  ///   - output: gets the lines.
  init(
    store: PersonStore, log: ChangeLog, author: ChangeAuthor, file: TemporaryFile,
    given: ImportParameters, key: RequestKey?,
    output: AsyncThrowingStream<ByteBuffer, any Error>.Continuation
  ) {
    self.store = store
    self.log = log
    self.author = author
    self.file = file
    self.given = given
    self.key = key
    self.output = output
  }

  private struct Summary: Encodable {
    let summary: ImportSummary
    let isDryRun: Bool
  }

  /// Prevents that anything is stored, if that is still possible.
  func cancel() { isCanceled.store(true, ordering: .relaxed) }

  /// Imports the file on the calling thread.
  func run() {
    let options = given.options
    do {
      var shown = (bytes: 0, rejections: 0, size: 0)
      let summary = try PersonImporter(options: options).run(
        ByteSource(path: file.path, name: given.source), into: store
      ) { [output] bytes, total in
        // A line for each part of a percent would be too many.
        guard bytes - shown.bytes >= max(1 << 20, (total ?? 0) / 100) else { return }
        shown.bytes = bytes
        output.yield(line: #"{"progress":{"bytes":\#(bytes),"total":\#(total ?? bytes)}}"#)
      } onRejection: { [output] row in
        guard shown.rejections < Self.shownRejections, shown.size < Self.shownSize else { return }
        let text = JSONText.of(RejectedBody(row))
        shown.rejections += 1
        shown.size += text.utf8.count
        output.yield(line: #"{"rejected":\#(text)}"#)
      } willCommit: { summary, transaction in
        if isCanceled.load(ordering: .relaxed) { throw CancellationError() }
        if !options.isDryRun {
          try key?.store(Answer(.ok, json: Self.body(summary, options)), in: transaction)
          let file = FileState(
            source: given.source, inserted: summary.inserted, updated: summary.updated)
          try log.record(
            .importing, file, number: summary.number, by: author, in: transaction)
        }
      }
      output.yield(line: JSONText.of(Self.body(summary, options)))
      output.finish()
    } catch {
      output.finish(throwing: Problem(error))
    }
  }

  private static func body(_ summary: ImportSummary, _ options: ImportOptions) -> Summary {
    Summary(summary: summary, isDryRun: options.isDryRun)
  }
}

/// A rejected row as JSON.
private struct RejectedBody: Encodable {
  let line: Int
  let record: Int
  let column: String?
  let reason: String
  let value: String?
  /// The fields of the row by the names of their columns.
  let fields: [String: String?]

  init(_ row: RejectedRow) {
    (line, record) = (row.rejection.line, row.record)
    (column, value) = (row.rejection.columnName, row.rejection.value)
    reason = "\(row.rejection.reason)"
    fields = Dictionary(
      zip(row.columns, row.fields.map(\.text)), uniquingKeysWith: { first, _ in first })
  }
}

extension Field {
  /// The text of the value; nil for null.
  var text: String? {
    switch self {
    case .null: nil
    case .text(let text): text
    case .integer(let number): "\(number)"
    case .real(let number): "\(number)"
    case .boolean(let value): "\(value)"
    }
  }
}

extension AsyncThrowingStream<ByteBuffer, any Error>.Continuation {
  fileprivate func yield(line: String) { yield(ByteBuffer(string: line + "\n")) }
}
