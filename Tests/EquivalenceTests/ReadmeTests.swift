import Foundation
import People
import TestSupport
import Testing

/// The first sample of the README is here word for word, runs, and is compared with it.
@Suite("README.md")
struct ReadmeTests {
  private func isPrime(_ number: Int) -> Bool {
    number > 1 && !(2..<number).contains { number % $0 == 0 }
  }

  @Test("the sample runs as it is printed")
  func sample() async throws {
    let folder = TemporaryFolder()
    let names = try await run(folder.file())
    #expect(names.isEmpty)  // 36 is no prime
    #expect(try Self.printed() == Self.written())
  }

  private func run(_ path: String) async throws -> [(String, String)] {
    let isPrime = { @Sendable (number: Int) in ReadmeTests().isPrime(number) }
    // swift-format-ignore
    do {
      // Beginning of the sample
      let store = try await PersonStore(path: path)            // opened, migrated, ready
      try await store.people.insert(Person(name: "Ada", surname: "Lovelace", age: 36))

      return try await store.people.where { $0.surname.hasPrefix("L") }      // SQL
          .where { isPrime($0.age ?? 0) }                             // any Swift: runs in memory
          .sort { $0.surname }.thenBy { $0.name }                // SQL again: before the filter
          .select { ($0.name, $0.surname) }.take(10).toArray()   // stops pulling rows after ten
      // End of the sample
    }
  }

  /// The code of the first sample in the README.
  private static func printed() throws -> [String] {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    let readme = try String(
      contentsOf: folder.appendingPathComponent("../../README.md"), encoding: .utf8)
    let block = readme.components(separatedBy: "```swift\n")[1].components(separatedBy: "```")[0]
    return code(block.components(separatedBy: "\n").filter { $0 != "import People" })
  }

  /// The code between the two marks above.
  private static func written() throws -> [String] {
    let lines = try String(contentsOfFile: #filePath, encoding: .utf8).components(separatedBy: "\n")
    let start = lines.firstIndex { $0.contains("// Beginning of the sample") }
    let end = lines.firstIndex { $0.contains("// End of the sample") }
    let sample = lines[(try #require(start) + 1)..<(try #require(end))]
    return code(
      sample.map {
        $0.replacing("return try await", with: "try await")
          .replacing("path: path", with: "path: \"people.db\"")
      })
  }

  /// The lines without what is only layout.
  private static func code(_ lines: [String]) -> [String] {
    lines.map { $0.split(separator: " ").joined(separator: " ") }
      .filter { !$0.isEmpty && !$0.hasPrefix("//") }
  }
}
