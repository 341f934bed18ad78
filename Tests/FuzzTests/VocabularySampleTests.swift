import Foundation
import LinqText
import ProgramFuzzing
import Testing

@testable import ChainFuzzing
@testable import LinqCore

/// What the entries of the vocabulary say is true of Swift, of the text form and of the source.
@Suite("Samples of the vocabulary")
struct VocabularySampleTests {
  private let samples = Vocabulary.all.compactMap(\.sample?.chain)

  @Test("Swift compiles them, and they become the statements of the text form")
  func statements() throws {
    guard let program = SampleProgram() else {
      print("NOT TESTED: samples of the vocabulary; there is no compiler")
      return
    }
    var random = RandomSource(seed: 1)
    let stage = try Stage(Corpus(people: 2, purchases: 2, &random), .none)
    defer { stage.close() }
    let statements = try program.statements(of: samples)
    #expect(statements.count == samples.count)
    for (sample, statement) in zip(samples, statements) {
      let text = try stage.plain.parse(sample).plan().sql
      #expect(text == statement, "\(sample)")
    }
  }

  @Test("every entry of the source is in a section")
  func entriesAreListed() throws {
    let folder = URL(filePath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/LinqCore/Vocabulary")
    var (declared, listed): (Set<String>, Set<String>) = ([], [])
    for file in try FileManager.default.contentsOfDirectory(atPath: folder.path) {
      let text = try String(contentsOf: folder.appending(path: file), encoding: .utf8)
      guard let start = text.range(of: "extension Vocabulary {") else { continue }
      let source = String(text[start.lowerBound...])
      declared.formUnion(
        source.matches(of: /static let (\w+)(<.*>)? =/).map { String($0.output.1) })
      for list in source.matches(of: /\[any VocabularyEntry\] = \[([^\]]*)\]/) {
        listed.formUnion(list.output.1.matches(of: /\w+/).map { String($0.output) })
      }
    }
    declared.remove("longest")
    #expect(declared.count > 90)
    #expect(declared.subtracting(listed) == [])
  }

  @Test("names in SQL are those of one entry, and a chain as text knows which function it means")
  func namesAreUnique() {
    let entries = Vocabulary.all
    let names = entries.compactMap { ($0 as? any AnyQueryFunction)?.name }
    #expect(Set(names).count == names.count)
    let calls = entries.compactMap { entry in
      entry.spelling.map { "\(entry.argumentTypes.first.map { "\($0)" } ?? "") \($0)" }
    }
    #expect(Set(calls).count == calls.count)
  }
}
