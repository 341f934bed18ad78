import ArgumentParser
import Foundation
import ProgramFuzzing

/// Compiles random programs, runs them and compares the results with plain Swift.
struct ProgramsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "programs",
    abstract: "Compiles random chains as programs, against the library and against arrays.",
    discussion: """
      A program that compiles must give what plain Swift gives on arrays: in SQL, in memory and on \
      an array. A difference is shrunk and printed with the command that replays it; the exit \
      status is 1 then. Programs that the compiler rejects are listed and are no mistakes.
      """)

  @Option(help: "How many programs.") var count = 1_000
  @Option(help: "What decides the programs.") var seed: UInt64 = 1
  @Option(help: "The number of the first program.") var from = 0
  @Option(help: "How many programs are compiled together.") var batch = 200
  @Option(help: "Stops after so many differences.") var stopAfter = 10
  @Flag(help: "Prints the programs.") var verbose = false

  mutating func run() throws {
    guard let programs = try ProgramBatch() else {
      throw ValidationError("there is no compiler, or there are no modules beside the program")
    }
    var (differences, rejected, tried) = (0, [String: [Program]](), 0)
    let start = Date.now
    while tried < count, differences < stopAfter {
      let numbers = Array(from + tried..<from + min(count, tried + batch))
      let chains = numbers.map { ProgramGenerator.program($0, seed: seed) }
      if verbose { for (number, chain) in zip(numbers, chains) { print("\(number) \(chain)") } }
      tried += numbers.count
      var seen: Set<Int> = []
      for (index, mistake) in try programs.run(chains) {
        if case .rejected(let message) = mistake {
          rejected[message, default: []].append(chains[index])
          continue
        }
        guard seen.insert(index).inserted else { continue }
        differences += 1
        let (program, smallest) = try programs.shrink(chains[index], mistake)
        print("\(smallest)\n  program   \(program)")
        print("  replay    Scripts/fuzz programs --seed \(seed) --from \(numbers[index]) --count 1")
      }
    }
    for (message, programs) in rejected.sorted(by: { $0.value.count > $1.value.count }) {
      print("NOT COMPILED \(programs.count) times: \(message)")
      for program in programs.prefix(3) { print("  program   \(program)") }
    }
    let compiled = tried - rejected.values.reduce(0) { $0 + $1.count }
    print(
      "seed \(seed): \(tried) programs, \(compiled) compiled, \(differences) differences, "
        + "\(Int(Date.now.timeIntervalSince(start))) seconds")
    if differences > 0 { throw ExitCode.failure }
  }
}
