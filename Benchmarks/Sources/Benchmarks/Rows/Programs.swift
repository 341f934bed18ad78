import Foundation

/// The command-line program as a whole.
let programWork: [Work] = [
  Work(
    name: "import of a CSV file, as a command", isSlow: true,
    contenders: [
      (
        .ours,
        { bench in
          try bench.withCopy { name in
            let output = try bench.time {
              try command(
                Stand.program, ["import", "people.csv", "--db", name, "--quiet"], in: bench.folder)
            }
            _ = output
            return try count(name, bench)
          }
        }
      ),
      (
        .sqlite3,
        { bench in
          try bench.withCopy { name in
            _ = try bench.time {
              // Into a table with the same key and an index as large, without types or checks: it
              // would take an empty field for a text.
              try command(
                "/usr/bin/env",
                [
                  "sqlite3", name,
                  """
                  CREATE TABLE raw (id INTEGER PRIMARY KEY, name, surname, age, email, birth_date);
                  CREATE UNIQUE INDEX raw_email ON raw (email, id);
                  """, ".import --csv --skip 1 people.csv raw",
                ], in: bench.folder)
            }
            return try count(name, bench, table: "raw")
          }
        }
      ),
    ]),
  Work(
    name: "seeding, as a command", isSlow: true,
    contenders: [
      (
        .ours,
        { bench in
          try bench.withCopy { name in
            _ = try bench.time {
              try command(
                Stand.program, ["seed", "--count", "\(bench.people)", "--db", name],
                in: bench.folder)
            }
            return try count(name, bench)
          }
        }
      )
    ]),
]

private func count(
  _ name: String, _ bench: Bench, table: String = "person"
) throws -> String {
  let handle = try bench.handle(name)
  let counts = try handRead(handle, "SELECT count(*) FROM \(table)") { handText($0, 0) }
  return counts[0]
}

/// Runs a program to its end.
func command(_ program: String, _ arguments: [String], in folder: URL) throws -> String {
  let process = Process()
  process.executableURL = URL(filePath: program)
  process.arguments = arguments
  process.currentDirectoryURL = folder
  let output = Pipe()
  process.standardOutput = output
  process.standardError = FileHandle.nullDevice
  try process.run()
  let data = try output.fileHandleForReading.readToEnd() ?? Data()
  process.waitUntilExit()
  guard process.terminationStatus == 0 else {
    throw BenchError.failed("\(program) \(arguments.joined(separator: " "))")
  }
  return String(decoding: data, as: UTF8.self)
}
