#if Postgres
import Foundation
import People
import PeoplePostgres

/// The same work through the store on a server, by hand on libpq, and through the store in a file.
/// Arguments: the address of a seeded database, a seeded file, the number of rounds, words
/// in the names of the only work to do.
@main
enum ServerBenchmarks {
  static func main() throws {
    let arguments = CommandLine.arguments
    guard arguments.count >= 4, let rounds = Int(arguments[3]) else {
      throw Failure(description: "usage: ServerBenchmarks ADDRESS FILE ROUNDS [WORDS]")
    }
    let only = arguments.count > 4 ? arguments[4] : ""
    let server = try PersonStore(postgres: arguments[1])
    let file = try PersonStore(path: arguments[2])
    let hand = try Hand(arguments[1])
    print("| work | server | libpq by hand | ratio | SQLite |")
    print("|---|---|---|---|---|")
    for work in works where only.isEmpty || work.name.contains(only) {
      // The first run is the check.
      let results = try [work.ours(server), work.hand(hand), work.ours(file)]
      guard Set(results).count == 1 else {
        throw Failure(description: "\(work.name): results differ: \(results)")
      }
      var times: [[Double]] = [[], [], []]
      for _ in 0..<rounds {
        times[0].append(try time { try work.ours(server) })
        times[1].append(try time { try work.hand(hand) })
        times[2].append(try time { try work.ours(file) })
      }
      let medians = times.map { text(median($0) / Double(work.operations)) }
      let ratio = median(zip(times[0], times[1]).map { $0 / $1 })
      print(
        "| \(work.name) | \(medians[0]) | \(medians[1]) | "
          + "\((ratio * 100).rounded() / 100) | \(medians[2]) |")
    }
  }

  private static func time(_ body: () throws -> String) throws -> Double {
    let start = ContinuousClock.now
    _ = try body()
    return (ContinuousClock.now - start) / .microseconds(1)
  }

  private static func median(_ values: [Double]) -> Double { values.sorted()[values.count / 2] }

  private static func text(_ microseconds: Double) -> String {
    microseconds < 1000
      ? "\((microseconds * 10).rounded() / 10) us"
      : "\((microseconds / 10).rounded() / 100) ms"
  }
}
#else
@main
enum ServerBenchmarks {
  static func main() { print("built without the trait Postgres") }
}
#endif
