import Foundation
import TestSupport
import Testing

/// The program with files that are damaged at random.
@Suite("The program with damaged files", .timeLimit(.minutes(hangLimit)))
struct DamageTests {
  private static let commands: [[String]] = [
    ["list"], ["query", "where { $0.id > 30 }.sort(\\.name)"], ["info"], ["check"], ["groups"],
    ["export", "copy.csv"], ["backup", "copy.db", "--overwrite"], ["groups", "--save"],
    ["seed", "--count", "3", "--seed", "9"], ["check", "--repair"], ["migrate", "status"],
  ]

  @Test("each command ends with a result or an error")
  func commands() throws {
    let program = try Program()
    #expect(try program.run("seed", "--count", "300", "--quiet").status == 0)
    let original = try Array(Data(contentsOf: program.folder.appendingPathComponent("people.db")))
    let seed = Seed()
    var generator = seed.generator
    for number in 0..<max(5, Damage.count(short: 100) / 20) {
      var bytes = original
      let damage = Damage.apply(to: &bytes, using: &generator)
      let folder = try Program()
      try Data(bytes).write(to: folder.folder.appendingPathComponent("people.db"))
      for command in Self.commands {
        let start = ContinuousClock.now
        let run = try folder.run(command)
        let place = Comment(
          rawValue: "\(seed), file \(number): \(damage): \(command): \(run.messages)")
        // `migrate status` tells by its status, too, that the damaged history lacks files.
        let isReport = command[0] == "check" || command == ["migrate", "status"]
        #expect([0, 1].contains(run.status) || isReport && run.status == 3, place)
        if run.status == 1, !isReport || run.output.isEmpty {
          #expect(run.messages.contains("personstore: "), place)
        }
        #expect(ContinuousClock.now - start < .seconds(30), place)
      }
    }
  }
}
