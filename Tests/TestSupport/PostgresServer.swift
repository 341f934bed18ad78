import Foundation

/// A PostgreSQL server of the tests: a new one in a temporary folder, which listens on a socket
/// there and on nothing else. It ends with the process that started it.
///
/// The tests of the service have this file, too, by a link: they are in another package.
///
/// `@unchecked Sendable`: what changes is read and written with the lock.
package final class PostgresServer: @unchecked Sendable {
  /// The server of all tests in this process; nil if no server is installed.
  package static let shared: PostgresServer? = try? PostgresServer(named: "postgres")

  private let folder: String
  private let lock = NSLock()
  private var databases = 0
  /// Those that wait for the end of this process.
  private var stopped: [(watcher: Process, input: Pipe)] = []
  private var running: (watcher: Process, input: Pipe)?

  /// Returns the address of a new database.
  package func newDatabase() throws -> String {
    let number = lock.withLock {
      databases += 1
      return databases
    }
    let name = "test_\(ProcessInfo.processInfo.processIdentifier)_\(number)"
    try Self.run(
      [
        "\(Self.tools)/psql", "-q", "-h", folder, "-U", "tester", "-d", "postgres", "-c",
        "CREATE DATABASE \(name) TEMPLATE template0 ENCODING 'UTF8'",
      ])
    return "host=\(folder) user=tester dbname=\(name)"
  }

  /// The folder of the server's programs.
  private static let tools: String =
    ["/usr/lib/postgresql", "/usr/local/opt", "/opt/homebrew/opt"].lazy.flatMap { folder in
      ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted().reversed()
        .map { "\(folder)/\($0)/bin" }
    }
    .first { FileManager.default.isExecutableFile(atPath: "\($0)/initdb") } ?? ""

  /// Starts a new server with an empty database.
  package convenience init(named name: String) throws {
    try self.init(named: name) { data in
      try Self.run(
        [
          "\(Self.tools)/initdb", "-D", data, "-U", "tester", "-A", "trust", "-E", "UTF8",
          "--locale=C.UTF-8", "--no-sync",
        ])
    }
  }

  /// Starts a replica of this server.
  package func newReplica(named name: String) throws -> PostgresServer {
    try PostgresServer(named: name) { data in
      try Self.run(
        [
          "\(Self.tools)/pg_basebackup", "-D", data, "-h", folder, "-U", "tester", "-R", "-c",
          "fast", "--no-sync",
        ])
    }
  }

  /// Returns the address of a database of this server, which its replicas have too.
  package func address(of address: String) -> String {
    "host=\(folder) " + address.split(separator: " ").dropFirst().joined(separator: " ")
  }

  private init(named name: String, creating create: (_ data: String) throws -> Void) throws {
    guard !Self.tools.isEmpty else { throw CocoaError(.fileNoSuchFile) }
    let folder = "/tmp/personstore-\(name)-\(ProcessInfo.processInfo.processIdentifier)"
    self.folder = folder
    try? FileManager.default.removeItem(atPath: folder)
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true,
      attributes: [.posixPermissions: 0o700])
    if getuid() == 0 { try Self.run(["/bin/chown", "nobody", folder], asUser: false) }
    try create("\(folder)/data")
    try start()
  }

  /// Starts the server, if it was stopped.
  package func start() throws {
    // The watcher reads until this process has ended, in whatever way, and then ends the server.
    let options =
      "-c listen_addresses='' -c unix_socket_directories=\(folder) -c fsync=off "
      + "-c max_connections=200 -c full_page_writes=off"
    let command = """
      "\(Self.tools)/postgres" -D "\(folder)/data" \(options) >"\(folder)/log" 2>&1 &
      server=$!
      cat >/dev/null
      kill -INT $server 2>/dev/null; wait $server
      test -e "\(folder)/stopped" || rm -rf "\(folder)"
      """
    try? FileManager.default.removeItem(atPath: "\(folder)/stopped")
    let watcher = Process()
    (watcher.executableURL, watcher.arguments) = Self.command(["/bin/sh", "-c", command], true)
    let input = Pipe()
    watcher.standardInput = input
    watcher.standardOutput = FileHandle.nullDevice
    watcher.standardError = FileHandle.nullDevice
    try watcher.run()
    lock.withLock { running = (watcher, input) }
    for _ in 0..<200 {
      if (try? Self.run(["\(Self.tools)/pg_isready", "-q", "-h", folder])) != nil { return }
      usleep(50_000)
    }
    throw CocoaError(.fileReadUnknown)
  }

  /// Stops the server, so that it can be started again.
  package func stop() {
    let ended = lock.withLock {
      defer { running = nil }
      return running
    }
    guard let ended else { return }
    _ = FileManager.default.createFile(atPath: "\(folder)/stopped", contents: nil)
    // Processes of other tests may have inherited the pipe, so that its end comes late.
    let file = "\(folder)/data/postmaster.pid"
    let lines = try? String(contentsOfFile: file, encoding: .utf8)
    if let number = lines?.split(separator: "\n").first.flatMap({ Int32($0) }) {
      kill(number, SIGINT)
    }
    while FileManager.default.fileExists(atPath: file) { usleep(10_000) }
    lock.withLock { stopped.append(ended) }
  }

  /// A server refuses to run as root.
  private static func command(_ arguments: [String], _ asUser: Bool) -> (URL, [String]) {
    let all =
      asUser && getuid() == 0
      ? ["/usr/bin/setpriv", "--reuid=nobody", "--clear-groups"] + arguments : arguments
    return (URL(fileURLWithPath: all[0]), Array(all.dropFirst()))
  }

  private static func run(_ arguments: [String], asUser: Bool = true) throws {
    let process = Process()
    (process.executableURL, process.arguments) = command(arguments, asUser)
    let errors = Pipe()
    process.standardOutput = FileHandle.nullDevice
    process.standardError = errors
    process.currentDirectoryURL = URL(fileURLWithPath: "/")
    try process.run()
    let text = errors.fileHandleForReading.readDataToEndOfFile()
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw CocoaError(
        .executableLoad,
        userInfo: [NSDebugDescriptionErrorKey: String(decoding: text, as: UTF8.self)])
    }
  }
}
