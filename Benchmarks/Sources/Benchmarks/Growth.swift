import ArgumentParser
import CReference
import Foundation
import People

/// How cost grows with the number of rows.
struct Growth: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "How time and memory grow with the number of people.")

  @Option(help: "The most people.") var most = 10_000_000
  @Option(help: "Writes the figures to a file, as JSON.") var json: String?
  @Option(help: "Where the files are made.") var folder: String?

  struct Figure: Codable {
    let people: Int
    let work: String
    let nanosecondsEach: Double
    let peakMegabytes: Double
  }

  func run() throws {
    let folder =
      folder.map { URL(filePath: $0) }
      ?? FileManager.default.temporaryDirectory.appending(path: "personstore-growth")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    var figures: [Figure] = []
    print("| people | work | time each | peak memory |\n|---|---|---|---|")
    for people in [1_000, 10_000, 100_000, 1_000_000, 10_000_000] where people <= most {
      for work in GrowthChild.works {
        let output = try command(
          CommandLine.arguments[0],
          ["growth-child", work, "--folder", folder.path, "--people", "\(people)"], in: folder)
        let parts = output.split(whereSeparator: \.isWhitespace).compactMap { Double($0) }
        guard parts.count == 2 else { throw BenchError.failed(output) }
        let figure = Figure(
          people: people, work: work, nanosecondsEach: parts[0], peakMegabytes: parts[1])
        figures.append(figure)
        print(
          "| \(people) | \(work) | \((figure.nanosecondsEach).rounded()) ns | "
            + "\((figure.peakMegabytes * 10).rounded() / 10) MB |")
      }
    }
    try? FileManager.default.removeItem(at: folder)
    if let json {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
      try encoder.encode(figures).write(to: URL(filePath: json))
    }
  }
}

/// One measurement, in a process of its own: its memory is its own, too.
struct GrowthChild: ParsableCommand {
  static let configuration = CommandConfiguration(shouldDisplay: false)
  /// The insert first: it makes the file.
  static let works = ["insert", "fetch", "stream", "group", "point"]

  @Argument var work: String
  @Option var folder: String
  @Option var people: Int

  func run() throws {
    let bench = Bench(folder: URL(filePath: folder), people: people)
    let name = "growth-\(people).db"
    let store = try bench.store(name)
    var count = people
    switch work {
    case "insert":
      try bench.time {
        try store.write { transaction in
          for index in 0..<people {
            try transaction.people.insert(
              Person(
                name: "Name \(index % 977)", surname: surname(index), age: index % 90,
                email: "p\(index)@example.org"))
          }
        }
      }
    case "fetch":
      let all = try bench.time { try store.people.all() }
      guard all.count == people else { throw BenchError.failed("\(all.count) people") }
    case "stream":
      var sum = 0
      try bench.time { try store.people.forEach { sum += $0.age ?? 0 } }
      guard sum >= people - 90 || people < 91 else { throw BenchError.failed("sum \(sum)") }
    case "group":
      let groups = try bench.time {
        try store.people.groupBy { $0.surname.prefix(1) }.select { ($0.key, $0.count) }.toArray()
      }
      guard groups.reduce(0, { $0 + $1.1 }) == people else { throw BenchError.failed("groups") }
    default:
      count = 20_000
      try bench.time {
        for index in 0..<Int64(count) {
          guard try store.people.find(1 + index * 7_919 % Int64(people)) != nil else {
            throw BenchError.failed("nobody")
          }
        }
      }
    }
    store.close()
    print("\(Double(bench.nanoseconds) / Double(count)) \(peakMegabytes())")
  }

  private func surname(_ index: Int) -> String {
    String(UnicodeScalar(UInt8(65 + index % 26))) + "name \(index % 9_973)"
  }

  /// The most memory that the process has had.
  private func peakMegabytes() -> Double {
    var usage = rusage()
    #if os(Linux)
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    return Double(usage.ru_maxrss) / 1_024
    #else
    getrusage(RUSAGE_SELF, &usage)
    return Double(usage.ru_maxrss) / 1_048_576
    #endif
  }
}
