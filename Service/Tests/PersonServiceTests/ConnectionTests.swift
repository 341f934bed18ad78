import Foundation
import NIOCore
import People
import Testing

@testable import PersonService

/// Clients that keep the service waiting.
@Suite struct ConnectionTests {
  @Test func aClientThatDoesNotReadLosesItsConnection() async throws {
    try await withStoredPeople(2_000) { store in
      var limits = EndingTests.patient
      (limits.sendTime, limits.chainsAskedByClient) = (.seconds(1), 1)
      try await withLiveService(store, limits) { port, service in
        let client = try SocketClient(port: port, buffer: 4_096)
        client.ask("crossJoin(people).take(300000).select { ($0.0.surname, $0.1.surname) }")
        // The chain runs to its end, though nobody reads what it makes.
        #expect(try await eventually { service.chains.counts.running == 1 })
        #expect(try await eventually { service.chains.counts.running == 0 })
        // Its place is free when the connection is closed.
        #expect(
          try await eventually {
            let other = try SocketClient(port: port)
            other.ask("count()")
            return try await other.text().contains("200 OK")
          })
        withExtendedLifetime(client) {}
      }
    }
  }

  @Test func aClientThatReadsSlowlyKeepsItsConnection() async throws {
    try await withStoredPeople(2_000) { store in
      var limits = EndingTests.patient
      limits.sendTime = .seconds(2)
      limits.rows = 600_000
      try await withLiveService(store, limits) { port in
        let client = try SocketClient(port: port, buffer: 4_096)
        client.ask("crossJoin(people).take(500000).select { $0.0.surname }")
        var (text, bytes) = ("", 0)
        let start = ContinuousClock.now
        while true {
          let part = try await client.text()
          if part.isEmpty { break }
          bytes += part.utf8.count
          text = String((text + part).suffix(200))
          if text.contains(#"{"rows":500000}"#) { break }
          // For four times as long as a client may read nothing, 60 kB in a second: the system
          // would take megabytes meanwhile, and nothing be written.
          if ContinuousClock.now - start < .seconds(8) {
            try await Task.sleep(for: .milliseconds(40))
          }
        }
        #expect(text.contains(#"{"rows":500000}"#) && bytes > 8_000_000)
      }
    }
  }

  @Test func aBodyThatComesTooSlowlyEndsTheConnection() async throws {
    try await withStoredPeople(1) { store in
      var limits = ServiceLimits()
      limits.bodyTime = .seconds(1)
      try await withLiveService(store, limits) { port in
        let client = try SocketClient(port: port)
        client.send(
          "POST /api/people HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            + "Content-Length: 100000\r\n\r\n{")
        // A byte now and then would keep it open.
        #expect(
          try await eventually {
            try await Task.sleep(for: .milliseconds(50))
            return !client.send(" ")
          })
      }
    }
  }

  @Test func connectionsOfAnAddressAreLimited() async throws {
    try await withStoredPeople(1) { store in
      var limits = ServiceLimits()
      limits.connectionsOfAddress = 3
      try await withLiveService(store, limits) { port in
        func isAnswered(_ client: SocketClient) async -> Bool {
          client.send("GET /health/live HTTP/1.1\r\nHost: localhost\r\n\r\n")
          return (try? await client.text())?.contains("200 OK") == true
        }
        // The client of the tests may have one already.
        var clients: [SocketClient] = []
        for _ in 0..<3 {
          let client = try SocketClient(port: port)
          if await isAnswered(client) { clients.append(client) }
        }
        #expect(clients.count >= 2)
        let refused = try SocketClient(port: port)
        #expect(await !isAnswered(refused))
        clients = []
        #expect(try await eventually { await isAnswered(try SocketClient(port: port)) })
      }
    }
  }

  @Test func lineSpoolsKeepTheOrder() async throws {
    let spool = LineSpool(memory: 1_000, disk: 20_000)
    let pieces = (0..<1_000).map { ByteBuffer(string: String(repeating: "\($0),", count: 20)) }
    let putting = Task {
      for piece in pieces { try await spool.put(piece) }
      spool.finish()
    }
    // The chain waits when memory and file are full.
    #expect(try await eventually { spool.stored > 19_000 })
    var text = ""
    for try await piece in spool { text += String(buffer: piece) }
    try await putting.value
    #expect(text == pieces.map { String(buffer: $0) }.joined())
    #expect(spool.stored == 0)
  }

  @Test func lineSpoolsEndWithTheirError() async throws {
    let spool = LineSpool()
    try await spool.put(ByteBuffer(string: "line"))
    spool.finish(throwing: Problem(.contentTooLarge, "large", "Too large"))
    var iterator = spool.makeAsyncIterator()
    #expect(try await iterator.next() == ByteBuffer(string: "line"))
    await #expect(throws: Problem.self) { try await iterator.next() }
  }

  @Test func aChainThatWaitsForItsClientCanBeCanceled() async throws {
    let spool = LineSpool(memory: 10, disk: 10)
    let putting = Task {
      while true { try await spool.put(ByteBuffer(string: "0123456789")) }
    }
    #expect(try await eventually { spool.stored == 10 })
    putting.cancel()
    await #expect(throws: CancellationError.self) { try await putting.value }
  }
}
