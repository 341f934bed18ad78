import Foundation
import Testing

/// What a run of the program gave.
struct Run {
  let status: Int32
  let output: String
  let messages: String

  /// The lines of the output.
  var lines: [Substring] { output.split(separator: "\n") }
}

/// The built program, run as a process of its own in a folder of its own, which goes at the end.
final class Program {
  let folder: URL
  private var started: [Process] = []

  init() throws {
    folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("personstore-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  }

  deinit {
    // Only where a test has ended early.
    for process in started where process.isRunning {
      process.terminate()
      process.waitUntilExit()
    }
    try? FileManager.default.removeItem(at: folder)
  }

  /// The program lies beside the tests.
  static let path: String = {
    var folder = URL(fileURLWithPath: CommandLine.arguments[0]).deletingLastPathComponent()
    for _ in 0..<4 {
      let candidate = folder.appendingPathComponent("personstore")
      if FileManager.default.isExecutableFile(atPath: candidate.path) { return candidate.path }
      folder.deleteLastPathComponent()
    }
    return "personstore is not beside \(CommandLine.arguments[0])"
  }()

  /// A file in the folder.
  func file(_ name: String, _ text: String? = nil) throws -> String {
    let url = folder.appendingPathComponent(name)
    if let text { try Data(text.utf8).write(to: url) }
    return url.path
  }

  /// Starts the program; its output goes to a terminal, to a pipe that is read while it runs, or to
  /// files, which never fill up as pipes do.
  func start(
    _ arguments: [String], environment: [String: String] = [:],
    input: FileHandle = .nullDevice, terminal: FileHandle? = nil, pipe: Pipe? = nil,
    output: String = "output"
  ) throws -> Process {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: Self.path)
    process.arguments = arguments
    process.currentDirectoryURL = folder
    process.environment = ProcessInfo.processInfo.environment
      .filter { $0.key != "PERSONSTORE_DB" }.merging(environment) { $1 }
    process.standardInput = input
    process.standardOutput = try pipe ?? terminal ?? FileHandle(forWritingTo: create(output))
    process.standardError = try terminal ?? FileHandle(forWritingTo: create(output + ".messages"))
    // An ended process keeps descriptors open, and Foundation crashes with very many.
    started.removeAll { !$0.isRunning }
    try process.run()
    started.append(process)
    return process
  }

  /// Runs the program to its end.
  func run(
    _ arguments: String..., environment: [String: String] = [:], output: String = "output"
  ) throws -> Run {
    try run(arguments, environment: environment, output: output)
  }

  /// Runs the program to its end.
  func run(
    _ arguments: [String], environment: [String: String] = [:], output: String = "output"
  ) throws -> Run {
    let process = try start(arguments, environment: environment, output: output)
    process.waitUntilExit()
    return try result(of: process, output)
  }

  /// What a process that has ended gave.
  func result(of process: Process, _ output: String = "output") throws -> Run {
    func text(_ name: String) throws -> String {
      String(decoding: try Data(contentsOf: folder.appendingPathComponent(name)), as: UTF8.self)
    }
    return Run(
      status: process.terminationStatus, output: (try? text(output)) ?? "",
      messages: try text(output + ".messages"))
  }

  #if !os(Windows)
  /// Runs a script in which `personstore` is the program; gives its status and what it wrote to the
  /// file `messages`.
  @discardableResult
  func shell(_ script: String, with shell: String = "/bin/sh") throws -> (Int32, String) {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: shell)
    process.currentDirectoryURL = folder
    process.arguments = ["-c", script.replacing("personstore", with: "'\(Self.path)'")]
    process.standardInput = FileHandle.nullDevice
    try process.run()
    process.waitUntilExit()
    let messages = try? String(contentsOfFile: file("messages"), encoding: .utf8)
    return (process.terminationStatus, messages ?? "")
  }
  #endif

  private func create(_ name: String) throws -> URL {
    let url = folder.appendingPathComponent(name)
    try Data().write(to: url)
    return url
  }
}

extension Process {
  /// Waits for the process to end by itself, and kills it when that takes longer than a time.
  ///
  /// - Returns: whether it was killed.
  @discardableResult func end(after seconds: Double) -> Bool {
    let hasEnded = DispatchSemaphore(value: 0)
    let process = self
    Thread {
      process.waitUntilExit()
      hasEnded.signal()
    }.start()
    let isRunning = hasEnded.wait(timeout: .now() + seconds) == .timedOut
    if isRunning {
      kill(processIdentifier, SIGKILL)
      hasEnded.wait()
    }
    return isRunning
  }
}
