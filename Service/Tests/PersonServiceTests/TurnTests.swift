import Foundation
import Hummingbird
import People
import Testing

@testable import PersonService

/// Chains of some clients do not hold up the others.
@Suite struct TurnTests {
  @Test func readsAndHealthDoNotWaitForChains() async throws {
    var configuration = DatabaseConfiguration()
    configuration.readerCount = 1
    try await withStoredPeople(20_000, configuration) { store in
      var limits = EndingTests.patient
      limits.chainsOfClient = 4
      try await withLiveService(store, limits) { port, service in
        let clients = try (0..<8).map { _ in try SocketClient(port: port) }
        for client in clients { client.ask(EndingTests.slow) }
        #expect(try await eventually { service.chains.counts == (4, 4) })
        for path in ["/health/ready", "/api/people/7", "/api/people?limit=50"] {
          let other = try SocketClient(port: port)
          other.send("GET \(path) HTTP/1.1\r\nHost: localhost\r\n\r\n")
          #expect(try await other.text().contains("200 OK"), "\(path)")
        }
        let live = try LiveClient(port: port, "/api/live?chain=count()")
        #expect(try await live.next().data.contains("20000"))
        withExtendedLifetime(clients) {}
      }
    }
  }

  @Test func chainsBeyondTheLimitOfAClientAreRefused() async throws {
    try await withStoredPeople(20_000) { store in
      var limits = EndingTests.patient
      (limits.chainsOfClient, limits.chainsAskedByClient) = (1, 2)
      try await withLiveService(store, limits) { port, service in
        var first: SocketClient? = try SocketClient(port: port)
        first?.ask(EndingTests.slow)
        #expect(try await eventually { service.chains.counts.running == 1 })
        let second = try SocketClient(port: port)
        second.ask("count()")
        #expect(try await eventually { service.chains.counts.waiting == 1 })
        let third = try SocketClient(port: port)
        third.ask("count()")
        let answer = try await third.text(upTo: "}")
        #expect(answer.contains("429 ") && answer.contains("Retry-After: 5"))
        #expect(answer.contains("/problems/too-many-chains"))
        // The second runs when the first has ended.
        first = nil
        #expect(try await second.text().contains("200 OK"))
      }
    }
  }

  @Test func aChainThatWaitsTooLongIsToldSo() async throws {
    try await withStoredPeople(20_000) { store in
      var limits = ServiceLimits()
      (limits.chains, limits.time) = (1, .milliseconds(500))
      let chains = Chains(limits: limits)
      let turn = try await chains.place(for: "a").turn()
      do {
        _ = try await chains.place(for: "b").turn()
        Issue.record("there is one turn")
      } catch let problem as Problem {
        #expect(problem.status == .serviceUnavailable && problem.kind == "busy")
        #expect(problem.headers[.retryAfter] == "5")
      }
      #expect(chains.counts == (1, 0))
      withExtendedLifetime(turn) {}
    }
  }

  @Test func aClientThatAsksForMuchDoesNotTakeTheTurnsOfOthers() async throws {
    var limits = ServiceLimits()
    (limits.chains, limits.chainsOfClient) = (3, 2)
    let chains = Chains(limits: limits)
    let places = try (0..<4).map { _ in try chains.place(for: "greedy") }
    let greedy = places.map { place in Task { try await place.turn() } }
    #expect(try await eventually { chains.counts == (2, 2) })
    let other = try await chains.place(for: "other").turn()
    #expect(chains.counts == (3, 2))
    for task in greedy { task.cancel() }
    #expect(try await eventually { chains.counts.waiting == 0 })
    withExtendedLifetime(other) {}
  }

  @Test(arguments: ["192.0.2.1", "2001:db8::#"])
  func anAddressDoesNotTakeTheTurnsOfOthers(address: String) async throws {
    try await withStoredPeople(20_000) { store in
      var limits = EndingTests.patient
      limits.proxies = [AddressRange("127.0.0.1")!]
      try await withLiveService(store, limits) { [limits] port, service in
        let asked = limits.chainsAskedByClient
        let clients = try (0...asked).map { _ in try SocketClient(port: port) }
        for (number, client) in clients.prefix(asked).enumerated() {
          client.ask(EndingTests.slow, from: address.replacing("#", with: "\(number)"))
        }
        // Half of the turns are left to others.
        #expect(try await eventually { service.chains.counts == (limits.chains / 2, asked - 2) })
        clients[asked].ask("count()", from: address.replacing("#", with: "ffff"))
        #expect(try await clients[asked].text().contains("429 "))
        for other in ["192.0.2.2", "2001:db8:0:1::"] {
          let client = try SocketClient(port: port)
          client.ask("count()", from: other)
          #expect(try await client.text().contains("200 OK"), "\(other)")
        }
        #expect(service.chains.counts.waiting == asked - 2)
      }
    }
  }

  @Test func aSlowLiveQueryEndsAndDoesNotHoldUpOthers() async throws {
    var configuration = DatabaseConfiguration()
    (configuration.observerCount, configuration.observerTime) = (2, .seconds(2))
    try await withStoredPeople(20_000, configuration) { store in
      try await withLiveService(store) { port in
        let slow =
          EndingTests.slow.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
        let client = try LiveClient(port: port, "/api/live?chain=\(slow)")
        let other = try LiveClient(port: port, "/api/live?chain=count()")
        #expect(try await other.next().data.contains("20000"))
        let event = try await client.next()
        #expect(event.kind == "problem" && event.data.contains("/problems/too-slow"))
        #expect(event.data.contains("longer than 2.0 s"))
      }
    }
  }
}
