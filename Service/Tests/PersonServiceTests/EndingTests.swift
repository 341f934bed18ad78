import Foundation
import Hummingbird
import People
import ServiceLifecycle
import Testing

@testable import PersonService

/// Work ends when its client has gone, and when the service stops.
@Suite struct EndingTests {
  /// A chain that takes minutes before its first row.
  static let slow = "crossJoin(people).sort { ($0.0.age ?? 0) + ($0.1.age ?? 0) }.take(1)"
  /// A chain of very many rows.
  static let long = "crossJoin(people).select { $0.0.surname }"

  /// Limits with which nothing ends by its time.
  static var patient: ServiceLimits {
    var limits = ServiceLimits()
    limits.time = .seconds(600)
    limits.rows = .max
    return limits
  }

  @Test(arguments: ["sql", "memory"])
  func aClosedConnectionEndsAChainBeforeItsFirstRow(path: String) async throws {
    try await withStoredPeople(20_000) { store in
      try await withLiveService(store, Self.patient) { port, service in
        var client: SocketClient? = try SocketClient(port: port)
        client?.ask(Self.slow, path: path)
        #expect(try await eventually { service.chains.counts.running == 1 })
        client = nil
        #expect(try await eventually { service.chains.counts.running == 0 })
      }
    }
  }

  @Test func aClosedConnectionEndsAChainAfterItsFirstRow() async throws {
    try await withStoredPeople(20_000) { store in
      try await withLiveService(store, Self.patient) { port, service in
        var client: SocketClient? = try SocketClient(port: port)
        client?.ask(Self.long)
        #expect(try await client?.text().isEmpty == false)
        #expect(service.chains.counts.running == 1)
        client = nil
        #expect(try await eventually { service.chains.counts.running == 0 })
      }
    }
  }

  @Test(arguments: ["/api/query/verify", "/api/query"])
  func aClosedConnectionEndsWhatRunsInOnePiece(path: String) async throws {
    try await withStoredPeople(20_000) { store in
      try await withLiveService(store, Self.patient) { port, service in
        var client: SocketClient? = try SocketClient(port: port)
        let body = #"{"chain":\#(JSONText.of(Self.slow + ".count()"))}"#
        client?.send(
          "POST \(path) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
        #expect(try await eventually { service.chains.counts.running == 1 })
        client = nil
        #expect(try await eventually { service.chains.counts.running == 0 })
      }
    }
  }

  @Test func aClosedConnectionEndsAPlan() async throws {
    var configuration = DatabaseConfiguration()
    configuration.readerCount = 1
    try await withStoredPeople(3, configuration) { store in
      try await withLiveService(store, Self.patient) { port in
        // The only connection of those who read is taken.
        let (taken, isTaken) = AsyncStream<Void>.makeStream()
        let release = DispatchSemaphore(value: 0)
        let reading = Task {
          try await store.read { _ in
            isTaken.finish()
            release.wait()
          }
        }
        for await _ in taken {}
        var client: SocketClient? = try SocketClient(port: port)
        client?.ask("count()", at: "/api/query/explain")
        try await Task.sleep(for: .milliseconds(300))
        client = nil
        // The thread that plans is free for others: long texts need it, and no connection.
        let body = #"{"chain":"people\#(String(repeating: " ", count: 3_000)).","position":3007}"#
        let other = try SocketClient(port: port)
        other.send(
          "POST /api/query/complete HTTP/1.1\r\nHost: localhost\r\n"
            + "Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)")
        #expect(try await other.text().contains("200 OK"))
        release.signal()
        try await reading.value
      }
    }
  }

  @Test func aConnectionAnswersFurtherRequestsAfterAChain() async throws {
    try await withStoredPeople(3) { store in
      try await withLiveService(store) { port in
        let client = try SocketClient(port: port)
        for _ in 0..<3 {
          client.ask("count()")
          #expect(try await client.text(upTo: "\r\n0\r\n\r\n").contains("200 OK"))
        }
      }
    }
  }

  @Test func stoppingEndsChainsAtOnce() async throws {
    try await withStoredPeople(20_000) { store in
      let limits = Self.patient
      let service = try await PersonService(store: store, limits: limits, logger: silent)
      let (ports, listening) = AsyncStream<Int>.makeStream()
      let group = ServiceGroup(
        configuration: ServiceGroupConfiguration(
          services: [service.application(port: 0) { listening.yield($0) }], logger: silent))
      let running = Task { try await group.run() }
      var port = 0
      for await found in ports {
        port = found
        break
      }
      let (waiting, reading) = (try SocketClient(port: port), try SocketClient(port: port))
      waiting.ask(Self.slow)
      reading.ask(Self.long)
      #expect(try await eventually { service.chains.counts.running == 2 })
      #expect(try await reading.text().contains("200 OK"))
      await group.triggerGracefulShutdown()
      let answer = try await waiting.text(upTo: "}")
      #expect(answer.contains("503 ") && answer.contains("Retry-After: 5"))
      let rows = try await reading.end()
      #expect(rows.contains(#"{"problem":{"#) && rows.contains("/problems/stopping"))
      try await running.value
    }
  }

  @Test func anAbandonedStreamEndsAtOnce() async throws {
    try await withStoredPeople(3) { store in
      try await withLiveService(store) { port in
        var client: LiveClient? = try LiveClient(port: port, "/api/live?chain=count()")
        _ = try await client?.next()
        let other = try SocketClient(port: port)
        func subscriptions() async throws -> Bool {
          other.send("GET /api/store HTTP/1.1\r\nHost: localhost\r\n\r\n")
          return try await other.text(upTo: "}").contains(#""subscriptions":1"#)
        }
        #expect(try await subscriptions())
        client = nil
        let start = ContinuousClock.now
        #expect(try await eventually { try await !subscriptions() })
        // A heartbeat would find out after 15 seconds.
        #expect(ContinuousClock.now - start < .seconds(10))
      }
    }
  }

  @Test func anAbandonedRunOfALiveQueryEndsAtOnce() async throws {
    var configuration = DatabaseConfiguration()
    configuration.observerCount = 1
    try await withStoredPeople(20_000, configuration) { store in
      try await withLiveService(store) { port in
        let slow = Self.slow.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        var client: LiveClient? = try LiveClient(port: port, "/api/live?chain=\(slow)")
        try await Task.sleep(for: .milliseconds(300))
        let other = try LiveClient(port: port, "/api/live?chain=count()")
        withExtendedLifetime(client) {}
        client = nil
        // The only connection of observers is free.
        #expect(try await other.next().data.contains("20000"))
      }
    }
  }
}
