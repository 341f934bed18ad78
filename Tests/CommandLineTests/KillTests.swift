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
    try forManyKills(within: whole) { round, seconds in
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
    try forManyKills(within: whole) { round, seconds in
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
          "applied 0001_people_and_groups.sql", "applied 0001_work.sql",
          "applied 0002_text_version.sql", "applied 0002_work.sql", "applied 0003_work.sql",
          "applied 0004_age_and_attributes.sql", "applied 0005_imports.sql",
          "applied 0006_search.sql",
        ], "round \(round)")
      try expectEachOnce(program, database, count: 3, "round \(round)")
      #expect(try program.run("migrate", "status", "--db", database).status == 0)
      try remove(program, database)
    }
  }

  @Test("eight processes at once, some of them killed: what one has acknowledged is stored")
  func eightAtOnce() throws {
    let program = try Program()
    let seed = Seed()
    var numbers = seed.generator
    #expect(try program.run("seed", "--count", "50").status == 0)
    for round in 0..<(triesEverything ? 90 : 5) {
      let surnames = (0..<4).map { "W\(round)x\($0)" }
      for surname in surnames {
        let rows = (0..<300).map { "N\($0),\(surname),\($0 % 90)\n" }.joined()
        _ = try program.file("\(surname).csv", "name,surname,age\n" + rows)
      }
      let commands =
        surnames.map { ["import", "\($0).csv"] } + [
          ["seed", "--count", "300", "--seed", "\(1000 + round)"], ["groups", "--save"],
          ["backup", "copy.db", "--overwrite"], ["check", "--repair"],
        ]
      let before = try count(program)
      let started = try commands.shuffled(using: &numbers).enumerated().map { index, command in
        (command, try program.start(command, output: "output-\(index)"))
      }
      for index in started.indices.shuffled(using: &numbers).prefix(4) {
        started[index].1.end(after: .random(in: 0..<0.05, using: &numbers))
      }
      var (imported, isSeedStored) = (0, false)
      for (index, (command, process)) in started.enumerated() {
        process.waitUntilExit()
        let run = try program.result(of: process, "output-\(index)")
        let wasKilled = process.terminationReason == .uncaughtSignal
        let label = Comment(rawValue: "\(seed), round \(round), \(command): \(run.messages)")
        #expect(wasKilled || run.status == 0, label)
        if command[0] == "seed" { isSeedStored = !wasKilled }
        guard command[0] == "import" else { continue }
        let stored = try count(program, "where { $0.surname == \"\(command[1].dropLast(4))\" }.")
        #expect(stored == 300 || wasKilled && stored == 0, label)
        imported += stored
      }
      let seeded = try count(program) - before - imported
      #expect(seeded == 300 || !isSeedStored && seeded == 0, "\(seed), round \(round)")
      #expect(try program.run("check").status == 0)
      if FileManager.default.fileExists(atPath: try program.file("copy.db")) {
        #expect(try program.run("check", "--db", "copy.db").status == 0)
      }
    }
  }

  private func count(_ program: Program, _ chain: String = "") throws -> Int {
    let run = try program.run("query", chain + "count()")
    return try #require(Int(run.output.trimmingCharacters(in: .newlines)), "\(run.messages)")
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

  /// Calls a body until enough of its kills came in time: twenty, or more in a long run. Where one
  /// came too late the program is faster now than when it was measured, and the next delays are
  /// shorter.
  ///
  /// - Parameter body: what to do in a round, with the longest delay in seconds; it returns whether
  ///   the program was still running when it was killed.
  private func forManyKills(
    within seconds: Double, _ body: (_ round: Int, _ seconds: Double) throws -> Bool
  ) throws {
    var seconds = seconds
    var kills = 0
    let wanted = triesEverything ? 320 : 20
    for round in 0..<4 * wanted where kills < wanted {
      if try body(round, seconds) { kills += 1 } else { seconds *= 0.9 }
    }
    #expect(kills == wanted)
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
