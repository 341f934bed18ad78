import Tabular

/// A field as the tests compare it: its kind and its text.
enum Cell: Equatable, ExpressibleByStringLiteral, ExpressibleByNilLiteral {
  case missing, null
  case text(String), number(String), boolean(String), nested(String)

  init(stringLiteral text: String) { self = .text(text) }
  init(nilLiteral: ()) { self = .null }

  init(_ record: Record, _ index: Int) {
    let text = record.string(index)
    self =
      switch record.kind(index) {
      case .missing: .missing
      case .null: .null
      case .text: .text(text)
      case .number: .number(text)
      case .boolean: .boolean(text)
      case .nested: .nested(text)
      }
  }
}

/// Everything that reading a table gives, to be compared as a whole.
struct Reading: Equatable {
  enum Event: Equatable {
    case record(line: Int, [Cell])
    case rejected(Rejection)
  }

  var columns: [String] = []
  var events: [Event] = []
  var error: TabularError?

  init(_ source: ByteSource, options: ReaderOptions = ReaderOptions()) {
    do throws(TabularError) {
      let reader = try openRecords(source, options: options)
      columns = reader.columns
      defer { columns = reader.columns }
      while let result = try reader.next() {
        switch result {
        case .record(let record):
          let cells = (0..<record.fieldCount).map { Cell(record, $0) }
          events.append(.record(line: record.line, cells))
        case .rejected(let rejection):
          events.append(.rejected(rejection))
        }
      }
    } catch {
      self.error = error
    }
  }

  init(_ text: String, options: ReaderOptions = ReaderOptions(format: .csv)) {
    self.init(ByteSource(text: text), options: options)
  }

  /// The fields of the records, rejections left out.
  var records: [[Cell]] {
    events.compactMap { if case .record(_, let cells) = $0 { cells } else { nil } }
  }

  /// The lines on which the records begin.
  var lines: [Int] {
    events.compactMap { if case .record(let line, _) = $0 { line } else { nil } }
  }

  var rejections: [Rejection] {
    events.compactMap { if case .rejected(let rejection) = $0 { rejection } else { nil } }
  }
}
