import ArgumentParser
import Foundation

@main
struct Benchmarks: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "benchmark",
    abstract: "Times this project against hand-written code and its peers.",
    discussion: """
      All work on one file with the same settings; results are compared before anything is timed. \
      Each run is a process of its own, and the contenders take turns. Figures are medians, with \
      the lowest and the highest.
      """,
    subcommands: [
      All.self, Child.self, Growth.self, GrowthChild.self, OperatorGrowth.self, Live.self,
      Searches.self,
    ],
    defaultSubcommand: All.self)
}

/// All pieces of work, as a table.
struct All: ParsableCommand {
  static let configuration = CommandConfiguration(abstract: "All pieces of work, as a table.")

  @Flag(help: "A tenth of the people, two rounds, and nothing that takes long.") var quick = false
  @Option(help: "How often each contender has its turn.") var rounds: Int?
  @Option(help: "How many people.") var people: Int?
  @Option(help: "Only work whose name has this in it.") var only = ""
  @Option(help: "Writes the figures to a file, as JSON.") var json: String?
  @Option(help: "Where the files are made and left.") var folder: String?

  func run() throws {
    let count = people ?? (quick ? 50_000 : 500_000)
    let stand = Stand(
      folder: folder.map { URL(filePath: $0) }
        ?? FileManager.default.temporaryDirectory
        .appending(path: "personstore-benchmark-\(count)"), people: count)
    try stand.prepare()
    var results: [Measurement] = []
    let chosen = works.filter {
      (only.isEmpty || $0.name.localizedCaseInsensitiveContains(only)) && !(quick && $0.isSlow)
    }
    guard !chosen.isEmpty else { throw ValidationError("no work has \"\(only)\" in its name") }
    print(Measurement.heading)
    for work in chosen {
      let result = try stand.measure(work, rounds: rounds ?? (quick ? 2 : 5))
      results.append(result)
      print(result.row)
    }
    if let json {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      try encoder.encode(results).write(to: URL(filePath: json))
    }
  }
}

/// One contender's run, in a process of its own.
struct Child: ParsableCommand {
  static let configuration = CommandConfiguration(shouldDisplay: false)

  @Argument var work: String
  @Argument var contender: String
  @Option var folder: String
  @Option var people: Int

  func run() throws {
    guard let work = works.first(where: { $0.name == work }),
      let body = work.contenders.first(where: { $0.0.rawValue == contender })?.1
    else { throw BenchError.failed("no such work") }
    let bench = Bench(folder: URL(filePath: folder), people: people)
    var check = ""
    if !work.isSlow {
      check = try body(bench)
      bench.restart()
    }
    bench.counts = true
    let again = try body(bench)
    guard work.isSlow || check == again else { throw BenchError.failed("two results differ") }
    print("\(bench.nanoseconds)\t\(again)")
  }
}
