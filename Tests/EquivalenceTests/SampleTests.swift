import Foundation
import LinqText
import People
import Testing

/// The SQL in documentation comments is the SQL that runs.
@Suite("Samples in documentation comments")
struct SampleTests {
  /// A chain of a sample and the SQL beside or below it, in which `…` stands for any text.
  private struct Sample {
    let location: String
    let chain: String
    let sql: String
  }

  @Test("chains become the statements that their comments show")
  func samples() throws {
    let store = try PersonStore(path: ":memory:")
    defer { store.close() }
    let form = store.textForm
    var checked = 0
    for sample in try Self.samples() {
      guard let parsed = try? form.parse(sample.chain) else { continue }
      let sql = try #require(try parsed.plan().sql, "\(sample.location)")
      #expect(
        Self.matches(sql, sample.sql), "\(sample.location): \(sample.chain)\nbecomes \(sql)")
      checked += 1
    }
    // Others need closures of Swift, or tables that the text form does not know.
    #expect(checked >= 15, "\(checked) samples")
  }

  private static func samples() throws -> [Sample] {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
    var samples: [Sample] = []
    for folder in ["Sources/LinqCore", "Sources/LinqSQL", "Sources/People"] {
      let files = FileManager.default.enumerator(
        at: root.appending(path: folder), includingPropertiesForKeys: nil)
      while let file = files?.nextObject() as? URL {
        guard file.pathExtension == "swift" else { continue }
        let lines = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
          .map { $0.trimmingCharacters(in: .whitespaces) }
        for index in lines.indices {
          guard let sample = sample(at: index, of: lines, file.lastPathComponent) else { continue }
          samples.append(sample)
        }
      }
    }
    return samples
  }

  /// The sample whose chain is on a line, if there is one.
  private static func sample(at index: Int, of lines: [String], _ file: String) -> Sample? {
    let start = #/^\/\/\/ (?:try )?(?:await )?(?:store\.)?(?<chain>people\..*)$/#
    // Most lines are no comments, and the search for a regular expression is slow.
    guard lines[index].hasPrefix("/// "), let match = lines[index].firstMatch(of: start) else {
      return nil
    }
    var chain = String(match.chain)
    var sql: [String] = []
    if let comment = chain.range(of: " // ") {
      sql = [String(chain[comment.upperBound...])]
      chain = String(chain[..<comment.lowerBound])
    }
    for line in lines[(index + 1)...] {
      guard line.hasPrefix("/// // ") else { break }
      sql.append(String(line.dropFirst("/// // ".count)))
    }
    let text = sql.joined(separator: " ").trimmingCharacters(in: .whitespaces)
    let isSQL = ["SELECT ", "… LIMIT", "… ORDER", "… WHERE", "… row_number"].contains {
      text.hasPrefix($0)
    }
    guard isSQL else { return nil }
    return Sample(
      location: "\(file):\(index + 1)", chain: chain.trimmingCharacters(in: .whitespaces),
      sql: text)
  }

  private static func matches(_ sql: String, _ pattern: String) -> Bool {
    let parts = pattern.components(separatedBy: "…").map { $0.trimmingCharacters(in: .whitespaces) }
    guard sql.hasPrefix(parts[0]), sql.hasSuffix(parts[parts.count - 1]) else { return false }
    var rest = sql[...]
    for part in parts where !part.isEmpty {
      guard let range = rest.range(of: part) else { return false }
      rest = rest[range.upperBound...]
    }
    return true
  }
}
