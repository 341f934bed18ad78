import Foundation
import Testing

/// `Blocking.swift` repeats the asynchronous terminals without `async`: Swift has no other way to
/// offer both. The file is made of theirs, so that a terminal is written once.
@Suite("Blocking terminals")
struct BlockingTerminalsTests {
  private static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appending(path: "../../Sources/LinqCore/Terminals")
  private static let files = [
    "Collections", "Element", "Extremes", "Joined", "Numbers", "Quantifiers", "Statistics",
  ]

  @Test("are the asynchronous ones; UPDATE_GENERATED=1 writes them again")
  func areUpToDate() throws {
    let file = Self.folder.appending(path: "Blocking.swift")
    let generated = try Self.generated()
    if ProcessInfo.processInfo.environment["UPDATE_GENERATED"] != nil {
      try generated.write(to: file, atomically: true, encoding: .utf8)
    }
    #expect(try String(contentsOf: file, encoding: .utf8) == generated)
  }

  private static func generated() throws -> String {
    var lines = [
      "// The terminals that block the calling thread. Generated from the asynchronous ones by",
      "// BlockingTerminalsTests: run it with UPDATE_GENERATED=1 after you have changed those.", "",
    ]
    for name in files {
      let text = try String(contentsOf: folder.appending(path: "\(name).swift"), encoding: .utf8)
      for block in text.components(separatedBy: "\n}\n") {
        guard let start = block.range(of: "extension Queryable") else { continue }
        lines += blocking(block[start.lowerBound...].components(separatedBy: "\n"))
        lines += ["}", ""]
      }
    }
    return lines.dropLast().joined(separator: "\n") + "\n"
  }

  /// Returns an extension without `async`, and without what is not public.
  private static func blocking(_ lines: [String]) -> [String] {
    var result = [lines[0].replacing("Queryable", with: "BlockingQueryable")]
    var isFirst = true
    // A declaration with its comment and its attributes ends at an empty line.
    for declaration in lines.dropFirst().split(separator: "") {
      let isPublic = declaration.contains { $0.hasPrefix("  public func ") }
      guard isPublic else { continue }
      if !isFirst { result.append("") }
      isFirst = false
      result += undocumented(declaration).map {
        $0.replacing(" async throws", with: " throws").replacing("try await ", with: "try ")
      }
    }
    return result
  }

  /// Returns a declaration with nothing but the first paragraph of its comment.
  private static func undocumented(_ lines: ArraySlice<String>) -> [String] {
    let comment = lines.prefix { $0.hasPrefix("  ///") }
    return comment.prefix { $0 != "  ///" } + lines.dropFirst(comment.count)
  }
}
