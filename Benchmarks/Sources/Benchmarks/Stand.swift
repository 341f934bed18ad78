import CReference
import Foundation

/// Makes the files, and lets contenders take turns.
struct Stand {
  let folder: URL
  let people: Int

  /// The command-line program, where the environment says.
  static var program: String {
    ProcessInfo.processInfo.environment["PERSONSTORE"] ?? "personstore"
  }

  /// The languages of the names. In Devanagari the first letter is more than SQLite's first
  /// character: results would differ.
  static let languages = "en,es,fr,de,pl"

  /// Makes the files that are not there yet.
  func prepare() throws {
    let files = FileManager.default
    try files.createDirectory(at: folder, withIntermediateDirectories: true)
    func has(_ name: String) -> Bool { files.fileExists(atPath: folder.appending(path: name).path) }
    guard !has("indexed.db") else { return }
    for name in ["people.db", "empty.db", "people.csv"] {
      try? files.removeItem(at: folder.appending(path: name))
    }
    _ = try command(Self.program, ["migrate", "--db", "empty.db"], in: folder)
    _ = try command(
      Self.program,
      [
        "seed", "--count", "\(people)", "--seed", "1", "--locale", Self.languages, "--db",
        "people.db",
      ], in: folder)
    let csv = try command(
      Self.program, ["export", "--format", "csv", "--db", "people.db"], in: folder)
    try csv.write(to: folder.appending(path: "people.csv"), atomically: true, encoding: .utf8)
    let copy = folder.appending(path: "copy.db")
    try? files.removeItem(at: copy)
    try files.copyItem(at: folder.appending(path: "people.db"), to: copy)
    let bench = Bench(folder: folder, people: people)
    let handle = try bench.handle("copy.db")
    _ = try handRead(handle, "CREATE INDEX person_surname ON person (surname)") { _ in 0 }
    sqlite3_close(handle)
    try files.moveItem(at: copy, to: folder.appending(path: "indexed.db"))
  }

  /// Runs each contender as often as there are rounds, one after the other in each round.
  func measure(_ work: Work, rounds: Int) throws -> Measurement {
    var times: [Contender: [Double]] = [:]
    var results: [String: [String]] = [:]
    for _ in 0..<rounds {
      for (contender, _) in work.contenders {
        let output = try command(
          CommandLine.arguments[0],
          [
            "child", work.name, contender.rawValue, "--folder", folder.path, "--people",
            "\(people)",
          ], in: folder)
        let parts = output.split(separator: "\t", maxSplits: 1).map {
          $0.trimmingCharacters(in: .whitespacesAndNewlines)
        }
        guard let nanoseconds = Double(parts[0]) else { throw BenchError.failed(output) }
        times[contender, default: []].append(nanoseconds / Double(work.operations))
        // The C loops make nothing that could be compared but sums.
        if parts.count == 2, !parts[1].isEmpty {
          results[parts[1], default: []].append(contender.rawValue)
        }
      }
    }
    guard results.count <= 1 else {
      throw BenchError.failed("\(work.name): results differ: \(results)")
    }
    return Measurement(name: work.name, times: times)
  }
}

/// The figures of a piece of work.
struct Measurement: Codable {
  let name: String
  /// Nanoseconds of one operation: the median, the lowest, the highest.
  let figures: [String: [Double]]
  /// Our time by that of the limit: by hand in Swift, else the standard library.
  let toLimit: Double?
  /// The best peer's time by ours.
  let toPeer: Double?

  /// - Parameter times: of each round.
  init(name: String, times: [Contender: [Double]]) {
    self.name = name
    figures = Dictionary(
      uniqueKeysWithValues: times.map { contender, times in
        let sorted = times.sorted()
        return (
          contender.rawValue, [sorted[sorted.count / 2], sorted[0], sorted[sorted.count - 1]]
        )
      })
    let limit = times[.hand] ?? times[.standard] ?? times[.lazy]
    toLimit = limit.flatMap { Self.ratio(times[.ours], $0) }
    toPeer = [Contender.grdb, .grdbCodable, .sqlite3]
      .compactMap { times[$0].flatMap { Self.ratio($0, times[.ours]) } }.min()
  }

  /// The median of the ratios in the rounds: contenders of one round find the machine equally busy.
  private static func ratio(_ dividends: [Double]?, _ divisors: [Double]?) -> Double? {
    guard let dividends, let divisors else { return nil }
    return zip(dividends, divisors).map { $0 / $1 }.median
  }

  private static let columns: [Contender] = [.ours, .hand, .c, .grdb, .grdbCodable]

  static var heading: String {
    "| work | " + columns.map(\.title).joined(separator: " | ")
      + " | to the limit | peer to us |\n|---|" + columns.map { _ in "---|" }.joined() + "---|---|"
  }

  var row: String {
    let cells = Self.columns.map { contender -> String in
      let shown =
        contender == .hand && figures["hand"] == nil
        ? figures["standard"] ?? figures["lazy"]
        : contender == .grdb && figures["grdb"] == nil
          ? figures["sqlite3"] : figures[contender.rawValue]
      guard let shown else { return "" }
      return "\(Self.text(shown[0])) (\(Self.text(shown[1]))-\(Self.text(shown[2])))"
    }
    func ratio(_ value: Double?) -> String {
      value.map { "\(($0 * 100).rounded() / 100)x" } ?? ""
    }
    return "| \(name) | " + cells.joined(separator: " | ")
      + " | \(ratio(toLimit)) | \(ratio(toPeer)) |"
  }

  static func text(_ nanoseconds: Double) -> String {
    switch nanoseconds {
    case ..<100_000: "\((nanoseconds / 10).rounded() / 100) us"
    default: "\((nanoseconds / 10_000).rounded() / 100) ms"
    }
  }
}
