import Foundation

/// Another program that runs during a test.
final class Program {
  private let process = Process()
  private let input = Pipe()
  private let output = Pipe()

  /// Starts it; nil when it is not there.
  init?(_ words: String...) {
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.standardInput = input
    process.standardOutput = output
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return nil }
  }

  var id: Int32 { process.processIdentifier }

  /// The next piece of what it prints; empty when it has ended.
  func read() -> String {
    String(decoding: output.fileHandleForReading.availableData, as: UTF8.self)
  }

  /// Ends its input and waits for its end.
  @discardableResult
  func end() -> Int32 {
    try? input.fileHandleForWriting.close()
    process.waitUntilExit()
    return process.terminationStatus
  }

  /// Runs a program to its end; whether it succeeded.
  static func succeeds(_ words: String...) -> Bool {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = words
    process.standardOutput = FileHandle.nullDevice
    process.standardError = FileHandle.nullDevice
    guard (try? process.run()) != nil else { return false }
    process.waitUntilExit()
    return process.terminationStatus == 0
  }

  /// Whether there is a Python with SQLite, to be another process that uses a database.
  static let hasPython = succeeds("python3", "-c", "import sqlite3")

  /// A process that holds the write lock of a database in WAL mode until ``end()``.
  static func holdingWriteLock(of path: String) -> Program? {
    let script = """
      import sqlite3, sys
      connection = sqlite3.connect(sys.argv[1], isolation_level=None)
      connection.execute("BEGIN IMMEDIATE")
      print("locked", flush=True)
      sys.stdin.read()
      """
    guard let program = Program("python3", "-c", script, path),
      program.read().hasPrefix("locked")
    else { return nil }
    return program
  }
}
