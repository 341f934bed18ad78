import Foundation
import Testing

@Suite("Style")
struct StyleTests {
  @Test("no line has more than 100 columns, comments included")
  func lineLength() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
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
