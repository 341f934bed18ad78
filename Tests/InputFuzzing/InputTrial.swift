import LinqCore
import LinqText
import People
import StoreSQLite
import Tabular

/// What a parser makes of an input, as JSON that a reference implementation can compare.
package struct InputTrial {
  private let kind: InputKind
  private let store: PersonStore

  package init(_ kind: InputKind) throws {
    self.kind = kind
    store = try PersonStore(path: ":memory:")
  }

  /// A contradiction within this library.
  package struct Contradiction: Error, CustomStringConvertible {
    package let description: String
  }

  /// Reads an input.
  ///
  /// - Returns: the result as JSON, with `error` for an input that is refused.
  /// - Throws: ``Contradiction``.
  package func result(of input: [UInt8]) throws -> String {
    switch kind {
    case .csv, .json, .ndjson, .vcard, .utf16, .gzip: try table(input)
    case .chain: try chain(input)
    case .migration: try migration(input)
    case .text: try text(input)
    }
  }

  // MARK: Tables

  private func table(_ input: [UInt8]) throws -> String {
    let results = try variants.enumerated().map { index, options in
      let first = records(input, options, chunk: 1 << 16)
      for chunk in index == 0 ? [1, 7] : [1] {
        let cut = records(input, options, chunk: chunk)
        guard cut == first else {
          throw Contradiction(description: "in chunks of \(chunk): \(cut), in one: \(first)")
        }
      }
      return first
    }
    return results[0]
  }

  /// The ways in which an input is read. The result is that of the first.
  private var variants: [ReaderOptions] {
    switch kind {
    case .json:
      [
        ReaderOptions(format: .json), ReaderOptions(format: .json, flattensNested: true),
        ReaderOptions(format: .json, path: "a.b"), ReaderOptions(),
      ]
    case .ndjson:
      [ReaderOptions(format: .ndjson), ReaderOptions(format: .ndjson, flattensNested: true)]
    case .vcard: [ReaderOptions(format: .vcard), ReaderOptions()]
    case .utf16: [ReaderOptions(format: .csv, encoding: .utf16)]
    case .gzip: [ReaderOptions(format: .csv)]
    default:
      [
        ReaderOptions(format: .csv), ReaderOptions(format: .csv, hasHeader: false),
        ReaderOptions(format: .tsv),
        ReaderOptions(format: .csv, quoting: .literal, shortRows: .fill),
        ReaderOptions(format: .csv, encoding: .windows1252),
      ]
    }
  }

  private func records(_ input: [UInt8], _ options: ReaderOptions, chunk: Int) -> String {
    var options = options
    options.chunkSize = chunk
    var rows: [String] = []
    var columns: [String] = []
    var delimiter = ","
    do throws(TabularError) {
      let reader = try openRecords(
        ByteSource(bytes: input), options: options)
      if let reader = reader as? DelimitedReader { delimiter = "\(reader.delimiter.character)" }
      while let result = try reader.next() {
        switch result {
        case .rejected(let rejection): rows.append("{\"rejected\":\(json("\(rejection)"))}")
        case .record(let record):
          rows.append(
            "[" + (0..<record.fieldCount).map { field(record, $0) }.joined(separator: ",") + "]")
        }
      }
      columns = reader.columns
    } catch {
      return "{\"error\":\(json("\(error)")),\"rows\":[\(rows.joined(separator: ","))]}"
    }
    return "{\"columns\":[\(columns.map(json).joined(separator: ","))],"
      + "\"delimiter\":\(json(delimiter)),\"rows\":[\(rows.joined(separator: ","))]}"
  }

  private func field(_ record: Record, _ index: Int) -> String {
    let text = json(record.string(index))
    return switch record.kind(index) {
    case .missing: "[\"missing\"]"
    case .null: "[\"null\"]"
    case .text: "[\"text\",\(text)]"
    case .number: "[\"number\",\(text)]"
    case .boolean: "[\"boolean\",\(text)]"
    case .nested: "[\"nested\",\(text)]"
    }
  }

  // MARK: Chains

  private func chain(_ input: [UInt8]) throws -> String {
    let text = String(decoding: input, as: UTF8.self)
    do {
      let parsed = try store.textForm.parse(text)
      _ = try parsed.plan()
      return "{}"
    } catch let error as ChainError {
      let message = "\(error)"
      guard !message.isEmpty else { throw Contradiction(description: "an error without a text") }
      return "{\"error\":\(json(message))}"
    } catch let error as QueryError {
      return "{\"error\":\(json("\(error)"))}"
    }
  }

  // MARK: Migrations

  private func migration(_ input: [UInt8]) throws -> String {
    let connection = try SQLiteConnection(path: ":memory:")
    defer { connection.close() }
    do {
      let migrator = try Migrator(Migration.load(files: ["0001_a.sql": input]), set: "fuzz")
      try migrator.up(on: connection)
    } catch let error as MigrationError {
      return "{\"error\":\(json("\(error)")),\"kind\":\(json(Self.kind(of: error)))}"
    } catch let error as DatabaseError {
      return "{\"error\":\(json("\(error)")),\"kind\":\"database\"}"
    }
    let schema = try connection.query(
      """
      SELECT type || ' ' || name || ' ' || coalesce(sql, '') FROM sqlite_schema
      WHERE tbl_name <> 'schema_migration' ORDER BY 1
      """
    ) { try $0.text(0) }
    return "{\"schema\":[\(schema.map(json).joined(separator: ","))]}"
  }

  private static func kind(of error: MigrationError) -> String {
    if case .failed = error { "failed" } else { "refused" }
  }

  // MARK: Texts

  private func text(_ input: [UInt8]) throws -> String {
    let text = String(decoding: input, as: UTF8.self)
    let form = CanonicalText.form(of: text)
    guard form == text else { throw Contradiction(description: "the form is another text") }
    guard CanonicalText.isCanonical(form),
      CanonicalText.form(of: form).utf8.elementsEqual(form.utf8)
    else { throw Contradiction(description: "the form has another form") }
    guard CanonicalText.isCanonical(text) == text.utf8.elementsEqual(form.utf8) else {
      throw Contradiction(description: "it is and is not canonical")
    }
    return "{\"form\":\(json(form))}"
  }
}

/// Returns a string in JSON.
private func json(_ text: String) -> String { ResultValue.text(text).json }
