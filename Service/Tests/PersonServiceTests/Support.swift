import Foundation
import Hummingbird
import Logging
import NIOCore
import People
import Testing

@testable import PersonService

/// The answer to a request.
struct Answer {
  let status: HTTPResponse.Status
  let headers: HTTPFields
  let body: ByteBuffer

  var text: String { String(buffer: body) }

  var json: [String: Any] {
    ((try? JSONSerialization.jsonObject(with: Data(text.utf8))) as? [String: Any]) ?? [:]
  }

  /// The type of a problem.
  var kind: String? { json["type"] as? String }

  /// The fields that a problem names.
  var fields: [String] {
    (json["errors"] as? [[String: Any]])?.compactMap { $0["field"] as? String } ?? []
  }
}

extension ServiceClient {
  func send(
    _ method: HTTPRequest.Method, _ path: String, _ body: String? = nil, headers: HTTPFields = [:]
  ) async throws -> Answer {
    var headers = headers
    if body != nil, headers[.contentType] == nil { headers[.contentType] = "application/json" }
    let answer = try await execute(
      uri: path, method: method, headers: headers, body: body.map { ByteBuffer(string: $0) })
    Description.own.check(method, path, answer)
    return answer
  }

  func page(_ path: String) async throws -> PeoplePage.Body {
    let answer = try await send(.get, path)
    return try JSONDecoder().decode(PeoplePage.Body.self, from: Data(answer.text.utf8))
  }
}

let silent = Logger(label: "tests") { _ in SwiftLogNoOpLogHandler() }

/// Calls `body` with a client of a service.
func withService(
  _ store: PersonStore? = nil, _ limits: ServiceLimits = ServiceLimits(),
  tokens: AccessTokens? = nil, metrics: PrometheusMetrics? = nil,
  _ body: @Sendable (ServiceClient) async throws -> Void
) async throws {
  let store = if let store { store } else { try await PersonStore(path: ":memory:") }
  let service = try await PersonService(
    store: store, limits: limits, tokens: tokens, metrics: metrics, logger: silent)
  try await service.application().withClient(body)
}

/// Calls `body` with the port of a service that runs.
func withLiveService(
  _ store: PersonStore, _ limits: ServiceLimits = ServiceLimits(), tokens: AccessTokens? = nil,
  _ body: @Sendable @escaping (_ port: Int) async throws -> Void
) async throws {
  try await withLiveService(store, limits, tokens: tokens) { port, _ in try await body(port) }
}

/// Calls `body` with the port of a service that runs, and the service.
func withLiveService(
  _ store: PersonStore, _ limits: ServiceLimits = ServiceLimits(), tokens: AccessTokens? = nil,
  _ body: @Sendable @escaping (_ port: Int, _ service: PersonService) async throws -> Void
) async throws {
  let service = try await PersonService(
    store: store, limits: limits, tokens: tokens, logger: silent)
  let (ports, listening) = AsyncStream.makeStream(of: Int.self)
  try await whileRunning([service.application(port: 0) { listening.yield($0) }]) {
    for await port in ports {
      try await body(port, service)
      break
    }
  }
}

/// Calls `body` with a store of people in a file, and removes the file.
func withStoredPeople(
  _ count: Int, _ configuration: DatabaseConfiguration = DatabaseConfiguration(),
  _ body: (PersonStore) async throws -> Void
) async throws {
  let folder = FileManager.default.temporaryDirectory.appending(path: UUID().uuidString)
  try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
  defer { try? FileManager.default.removeItem(at: folder) }
  let store = try await PersonStore(
    path: folder.appending(path: "people.db").path, configuration: configuration)
  try await store.people.insert(
    (0..<count).map { Person(name: "Ada", surname: "Lovelace", age: $0 % 90) })
  try await body(store)
  await store.close()
}

/// Waits until a condition holds, for a long time.
func eventually(_ condition: () async throws -> Bool) async throws -> Bool {
  for _ in 0..<3_000 {
    if try await condition() { return true }
    try await Task.sleep(for: .milliseconds(20))
  }
  return false
}

/// Runs work that blocks on a thread of its own, and not on one that the service needs.
func onOwnThread<Value: Sendable>(
  _ body: @escaping @Sendable () throws -> Value
) async throws -> Value {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result(catching: body)) }
  }
}

/// A client that writes requests byte for byte, and reads answers with a length.
final class RawClient: @unchecked Sendable {
  struct Answer: Sendable {
    var status = 0
    var headers: [String: String] = [:]
    var body = ""
  }

  private let socket: Int32
  private var bytes: [UInt8] = []

  init(port: Int) throws { socket = try connectedSocket(port: port) }

  deinit { close(socket) }

  func send(_ text: String) throws { try send(Array(text.utf8)) }

  func send(_ bytes: [UInt8]) throws {
    let count = Foundation.send(socket, bytes, bytes.count, Int32(MSG_NOSIGNAL))
    guard count == bytes.count else { throw CocoaError(.fileWriteUnknown) }
  }

  /// Returns the next answer, on a thread that may block.
  func answer(hasBody: Bool = true) async throws -> Answer {
    try await onOwnThread { try self.readAnswer(hasBody) }
  }

  /// Returns the next line without its end.
  func line() throws -> String {
    while true {
      if let end = bytes.firstIndex(of: UInt8(ascii: "\n")) {
        defer { bytes.removeSubrange(...end) }
        return String(decoding: bytes[..<end].filter { $0 != 13 }, as: UTF8.self)
      }
      try receive()
    }
  }

  private func readAnswer(_ hasBody: Bool) throws -> Answer {
    var answer = Answer()
    answer.status = try line().split(separator: " ").dropFirst().first.flatMap { Int($0) } ?? 0
    while true {
      let line = try line()
      guard !line.isEmpty else { break }
      let parts = line.split(separator: ":", maxSplits: 1)
      answer.headers[parts[0].lowercased()] = parts[1].trimmingCharacters(in: .whitespaces)
    }
    guard hasBody, let length = answer.headers["content-length"].flatMap({ Int($0) }) else {
      return answer
    }
    while bytes.count < length { try receive() }
    answer.body = String(decoding: bytes[..<length], as: UTF8.self)
    bytes.removeFirst(length)
    return answer
  }

  private func receive() throws {
    var part = [UInt8](repeating: 0, count: 65_536)
    let count = recv(socket, &part, part.count, 0)
    guard count > 0 else { throw CocoaError(.fileReadUnknown) }
    bytes += part[..<count]
  }
}

/// A client of a stream of events, which reads one line at a time.
final class LiveClient: @unchecked Sendable {
  struct Event: Sendable {
    var id = ""
    var kind = ""
    var data = ""
  }

  private let client: RawClient

  init(port: Int, _ path: String, lastEventID: String? = nil, headers: String = "") throws {
    client = try RawClient(port: port)
    let known = lastEventID.map { "Last-Event-ID: \($0)\r\n" } ?? ""
    try client.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\(headers)\(known)\r\n")
  }

  /// Returns the next event, on a thread that may block.
  func next() async throws -> Event {
    try await onOwnThread { try self.read() }
  }

  private func read() throws -> Event {
    var event = Event()
    while true {
      let line = try client.line()
      if line.hasPrefix("id: ") { event.id = String(line.dropFirst(4)) }
      if line.hasPrefix("event: ") { event.kind = String(line.dropFirst(7)) }
      if line.hasPrefix("data: ") { event.data = String(line.dropFirst(6)) }
      if line.isEmpty, !event.data.isEmpty { return event }
    }
  }
}
