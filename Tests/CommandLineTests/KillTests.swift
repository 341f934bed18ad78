import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Darwin)
import Darwin
#endif

@Suite("Processes that are killed, and many at once", .serialized)
struct KillTests {
  @Test("an import that is killed has stored all or nothing, and can be run again")
  func killedImports() throws {
    let program = try Program()
    #expect(try program.run("seed", "--count", "6000", "-o", "people.csv").status == 0)
    let whole = try timeOf { _ = try program.run("import", "people.csv", "--db", "whole.db") }
    let seed = Seed()
    var numbers = seed.generator
    try forFiftyKills(within: whole) { round, seconds in
      let database = "import-\(round).db"
      let wasKilled = try kill(
        program, ["import", "people.csv", "--db", database], within: seconds, &numbers)
      let stored = try program.run("list", "--db", database)
      // Nothing at all may be there yet, not even the file.
      #expect(
        [0, 6000].contains(stored.lines.count) && [0, 1].contains(stored.status),
        "\(seed), round \(round): \(stored.lines.count) \(stored.messages)")
      if stored.lines.isEmpty {
        #expect(try program.run("import", "people.csv", "--db", database).status == 0)
      }
      #expect(try program.run("check", "--db", database).status == 0, "\(seed)")
      try remove(program, database)
      return wasKilled
    }
  }

  @Test("a migration that is killed has run each file whole or not, and can be run again")
  func killedMigrations() throws {
    let program = try Program()
    try writeMigrations(program, count: 4, rows: 15_000)
    let arguments = ["migrate", "--folder", "sql", "--db"]
    let whole = try timeOf {
      _ = try program.run("migrate", "--folder", "sql", "--db", "whole.db")
    }
    let seed = Seed()
    var numbers = seed.generator
    try forFiftyKills(within: whole) { round, seconds in
      let database = "migrate-\(round).db"
      let wasKilled = try kill(program, arguments + [database], within: seconds, &numbers)
      let again = try program.run("migrate", "--folder", "sql", "--db", database)
      #expect(again.status == 0, "\(seed), round \(round): \(again.messages)")
      #expect(try program.run("migrate", "--db", database).status == 0)
      let check = try program.run("check", "--folder", "sql", "--db", database)
      #expect(check.status == 0, "\(seed), round \(round): \(check.output)")
      try expectEachOnce(program, database, count: 4, "\(seed), round \(round)")
      try remove(program, database)
      return wasKilled
    }
  }

  @Test("sixteen processes migrate one new file at once: each file exactly once, none fails")
  func sixteenAtOnce() throws {
    let program = try Program()
    try writeMigrations(program, count: 3, rows: 50)
    for round in 0..<20 {
      let database = "many-\(round).db"
      let processes = try (0..<16).map { index in
        try program.start(
          index % 2 == 0
            ? ["migrate", "--folder", "sql", "--db", database] : ["migrate", "--db", database],
          output: "output-\(index)")
      }
      var applied: [Substring] = []
      for (index, process) in processes.enumerated() {
        process.waitUntilExit()
        let run = try program.result(of: process, "output-\(index)")
        #expect(run.status == 0, "round \(round): \(run.messages)")
        applied += run.messages.split(separator: "\n").filter { $0.hasPrefix("applied ") }
      }
      // Each file was run by one of them, the store's own too.
      #expect(
        applied.sorted() == [
          "applied 0001_people_and_groups.sql", "applied 0001_work.sql", "applied 0002_work.sql",
          "applied 0003_work.sql",
        ], "round \(round)")
      try expectEachOnce(program, database, count: 3, "round \(round)")
      #expect(try program.run("migrate", "status", "--db", database).status == 0)
      try remove(program, database)
    }
  }

  /// Files that each write their number into a log and do some work.
  private func writeMigrations(_ program: Program, count: Int, rows: Int) throws {
    let folder = program.folder.appendingPathComponent("sql")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
    for number in 1...count {
      let sql = """
        CREATE TABLE IF NOT EXISTS log (number INTEGER NOT NULL) STRICT;
        INSERT INTO log VALUES (\(number));
        CREATE TABLE work_\(number) (value INTEGER NOT NULL, text TEXT NOT NULL) STRICT;
        WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < \(rows))
        INSERT INTO work_\(number) SELECT i, 'row ' || i FROM n;
        """
      try Data(sql.utf8).write(to: folder.appendingPathComponent("000\(number)_work.sql"))
    }
  }

  /// Each file has run exactly once: a log that had it twice would refuse to become unique.
  private func expectEachOnce(
    _ program: Program, _ database: String, count: Int, _ label: String
  ) throws {
    let folder = program.folder.appendingPathComponent("proof")
    if !FileManager.default.fileExists(atPath: folder.path) {
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: false)
      let sql = """
        CREATE TABLE proof (
          number INTEGER PRIMARY KEY, files INTEGER CHECK (files = \(count))) STRICT;
        INSERT INTO proof SELECT number, \(count) FROM log;
        INSERT INTO proof SELECT 1000, count(*) FROM log;
        """
      try Data(sql.utf8).write(to: folder.appendingPathComponent("0001_proof.sql"))
    }
    let run = try program.run(
      "migrate", "--folder", "proof", "--set", "proof", "--db", database)
    #expect(run.status == 0, "\(label): \(run.messages)")
  }

  /// Calls a body until fifty of its kills came in time. Where one came too late the program is
  /// faster now than when it was measured, and the next delays are shorter.
  ///
  /// - Parameter body: what to do in a round, with the longest delay in seconds; it returns whether
  ///   the program was still running when it was killed.
  private func forFiftyKills(
    within seconds: Double, _ body: (_ round: Int, _ seconds: Double) throws -> Bool
  ) throws {
    var seconds = seconds
    var kills = 0
    for round in 0..<200 where kills < 50 {
      if try body(round, seconds) { kills += 1 } else { seconds *= 0.9 }
    }
    #expect(kills == 50)
  }

  /// Runs the program and kills it after a random part of the time that it takes.
  ///
  /// - Returns: whether it was still running.
  private func kill(
    _ program: Program, _ arguments: [String], within seconds: Double,
    _ numbers: inout Seed.Generator
  ) throws -> Bool {
    let process = try program.start(arguments)
    return process.end(after: .random(in: 0..<seconds, using: &numbers))
  }

  private func timeOf(_ body: () throws -> Void) throws -> Double {
    let (seconds, attoseconds) = try ContinuousClock().measure(body).components
    return Double(seconds) + Double(attoseconds) * 1e-18
  }

  private func remove(_ program: Program, _ database: String) throws {
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: program.file(database + suffix))
    }
  }
}
