import ProgramFuzzing
import Testing

/// Random programs: chains as text, compiled against the library and against arrays of plain Swift.
/// `Scripts/fuzz programs` runs many more.
@Suite("Random programs")
struct ProgramTests {
  @Test("a program that compiles gives what plain Swift gives")
  func programs() throws {
    guard let batch = try ProgramBatch() else {
      print("NOT TESTED: random programs; there is no compiler, or no modules beside the tests")
      return
    }
    let programs = (0..<60).map { ProgramGenerator.program($0, seed: 1) }
    let mistakes = try batch.run(programs)
    for (index, mistake) in mistakes where mistake.isSilent {
      Issue.record("\(mistake)\n  program   \(programs[index])")
    }
    // What the compiler rejects is no mistake, but most of the programs must be compiled.
    #expect(mistakes.count < 10)
  }
}
