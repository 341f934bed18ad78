import Foundation
import LinqModels
import StoreSQLite
import TestSupport
import Testing

@testable import TableIO

/// Random files: what is stored is what was written, and the schema is read as it was made.
@Suite struct RandomFileTests {
  /// What the fields of a random column are.
  private enum Kind: CaseIterable {
    case whole, number, flag, day, text, code

    func value(_ generator: inout some RandomNumberGenerator) -> (text: String, value: Value) {
      switch self {
      case .whole:
        let number =
          Bool.random(using: &generator)
          ? Int64.random(in: -9...9, using: &generator)
          : Int64.random(in: -1_000_000_000_000...1_000_000_000_000, using: &generator)
        return ("\(number)", .integer(number))
      case .number:
        let number = Double(Int.random(in: -9999...9999, using: &generator)) / 8
        return ("\(number)", .real(number))
      case .flag:
        let flag = Bool.random(using: &generator)
        return (flag ? "true" : "FALSE", .integer(flag ? 1 : 0))
      case .day:
        let day = String(
          format: "%04d-%02d-%02d", Int.random(in: 1...9999, using: &generator),
          Int.random(in: 1...12, using: &generator), Int.random(in: 1...28, using: &generator))
        return (day, .text(day))
      case .text:
        let parts = ["a", "é", "\"", ",", "\n", " ", "NA", "0", "日本", "'", ";", "\t"]
        let text =
          "x"
          + (0..<Int.random(in: 0...4, using: &generator))
          .map { _ in parts.randomElement(using: &generator) ?? "" }.joined() + "x"
        return (text, .text(text))
      case .code:
        let code = "0" + "\(Int.random(in: 0...99999, using: &generator))"
        return (code, .text(code))
      }
    }
  }

  @Test("what is stored is what was written", arguments: 0..<40) func files(_ number: Int) throws {
    let seed = Seed()
    var generator = Seed(number: seed.number &+ UInt64(number)).generator
    let kinds = (0..<Int.random(in: 1...8, using: &generator)).map { _ in
      Kind.allCases.randomElement(using: &generator) ?? .text
    }
    let isOptional = kinds.map { _ in Bool.random(using: &generator) }
    let isJSON = Bool.random(using: &generator)
    var (lines, expected) = ([String](), [[Value]]())
    for row in 0..<Int.random(in: 1...700, using: &generator) {
      var (fields, values) = ([String](), [Value]())
      for (column, kind) in kinds.enumerated() {
        // The first row has all values, so that each column has a type.
        if row > 0, isOptional[column], Int.random(in: 0..<4, using: &generator) == 0 {
          fields.append(isJSON ? "\"c\(column)\": null" : "")
          values.append(.null)
          continue
        }
        let (text, value) = kind.value(&generator)
        values.append(value)
        if isJSON {
          let isText = kind == .day || kind == .text || kind == .code
          let json =
            isText
            ? String(decoding: try JSONEncoder().encode(text), as: UTF8.self) : text.lowercased()
          fields.append("\"c\(column)\": \(json)")
        } else {
          fields.append(
            kind == .text || Bool.random(using: &generator)
              ? "\"\(text.replacingOccurrences(of: "\"", with: "\"\""))\"" : text)
        }
      }
      // A row of empty fields only is none.
      if !isJSON, values.allSatisfy({ $0 == .null }) { continue }
      lines.append(isJSON ? "{\(fields.joined(separator: ", "))}" : fields.joined(separator: ","))
      expected.append(values)
    }
    let folder = TemporaryFolder()
    let head = kinds.indices.map { "c\($0)" }.joined(separator: ",")
    let text = (isJSON ? lines : [head] + lines).joined(separator: "\n") + "\n"
    let path = try folder.write(text, to: isJSON ? "rows.ndjson" : "rows.csv")
    let connection = try SQLiteConnection(path: ":memory:")
    let importer = try TableImporter(path, into: "thing", TableImportOptions())
    let plan = try importer.plan(on: connection)
    let summary = try importer.load(plan, into: connection) { Issue.record("\($0), \(seed)") }
    #expect(summary.inserted == expected.count, "\(seed)")
    let columns = kinds.indices.map { "c\($0)" }.joined(separator: ", ")
    let stored = try connection.query("SELECT \(columns) FROM thing ORDER BY id") {
      try $0.values()
    }
    // Fields of one column that are all whole numbers are stored as such.
    let same = zip(stored, expected).allSatisfy { zip($0, $1).allSatisfy(Self.isSame) }
    #expect(same && stored.count == expected.count, "\(seed)")

    // The same file again: each row fits, and there are twice as many.
    let again = try importer.load(importer.plan(on: connection), into: connection) {
      Issue.record("\($0), \(seed)")
    }
    #expect(again.inserted == expected.count, "\(seed)")
    let model = try DatabaseModel(connection)
    #expect(model.tables.count == 1 && model.notes.isEmpty, "\(seed)")
  }

  private static func isSame(_ stored: Value, _ written: Value) -> Bool {
    if case (.integer(let number), .real(let written)) = (stored, written) {
      return Double(number) == written
    }
    return stored == written
  }
}
