import Foundation
import InputFuzzing
import Testing

/// Random inputs for everything that reads a language. `Scripts/fuzz inputs KIND` reads many more,
/// and lets Python read them too.
@Suite("Random inputs")
struct InputTests {
  @Test("a result or a typed error, however the input is cut", arguments: InputKind.allCases)
  func inputs(kind: InputKind) throws {
    var generator = InputGenerator(kind, seed: 7)
    let trial = try InputTrial(kind)
    for _ in 0..<(kind == .migration ? 300 : 3_000) {
      let input = generator.next()
      #expect(throws: Never.self, "\(Data(input).base64EncodedString())") {
        try trial.result(of: input)
      }
    }
  }
}
