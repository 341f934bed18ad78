import Foundation
import Testing

@Suite("Style")
struct StyleTests {
  private let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  @Test("each row of the contract has a number of its own")
  func contractNumbers() throws {
    let contract = root.appending(path: "Sources/People/People.docc/Semantics.md")
    let numbers = try String(contentsOf: contract, encoding: .utf8).split(separator: "\n")
      .compactMap { try? /\| S([0-9]+) \|.*/.wholeMatch(in: $0).flatMap { Int($0.1) } }
    #expect(numbers.count > 80)
    #expect(Set(numbers).count == numbers.count)
  }

  @Test("no line has more than 100 columns, comments included")
  func lineLength() throws {
    var lines = 0
    for folder in [
      "Sources", "Tests", "Benchmarks/Sources", "Migrations", "Service/Sources", "Service/Tests",
    ] {
      let files = FileManager.default.enumerator(
        at: root.appending(path: folder), includingPropertiesForKeys: nil)
      while let file = files?.nextObject() as? URL {
        guard file.pathExtension == "swift" else { continue }
        let text = try String(contentsOf: file, encoding: .utf8)
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false)
          .enumerated()
        {
          lines += 1
          #expect(line.count <= 100, "\(file.path):\(index + 1) has \(line.count) columns")
        }
      }
    }
    #expect(lines > 10_000)
  }
}
