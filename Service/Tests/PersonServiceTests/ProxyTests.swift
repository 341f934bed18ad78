import Foundation
import HTTPTypes
import Hummingbird
import People
import Testing

@testable import PersonService

/// Proxies, addresses, and cookies behind TLS.
@Suite struct ProxyTests {
  @Test(arguments: [
    ("127.0.0.1", ["127.0.0.1", "::ffff:127.0.0.1"], ["127.0.0.2", "::1", "", "localhost"]),
    ("10.0.0.0/8", ["10.0.0.1", "10.255.255.255"], ["11.0.0.0", "9.255.255.255"]),
    ("10.1.2.0/23", ["10.1.3.255", "10.1.2.0"], ["10.1.4.0", "10.1.1.255"]),
    ("0.0.0.0/0", ["1.2.3.4", "255.255.255.255"], ["::1"]),
    ("fd00::/9", ["fd00::1", "fd7f::"], ["fd80::", "fe00::", "127.0.0.1"]),
    ("::1", ["::1", "0:0::1"], ["::2"]),
  ])
  func rangesContainAddresses(_ range: String, _ inside: [String], _ outside: [String]) throws {
    let range = try #require(AddressRange(range))
    for address in inside { #expect(range.contains(address), "\(address)") }
    for address in outside { #expect(!range.contains(address), "\(address)") }
  }

  @Test(arguments: [
    ("192.0.2.7", "192.0.2.7"), ("::ffff:192.0.2.7", "192.0.2.7"), ("", ""),
    ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"), ("2001:db8:1:2::", "2001:db8:1:2::/64"),
    ("2001:db8:1:3::1", "2001:db8:1:3::/64"), ("::1", "::/64"), ("localhost:1", "localhost:1"),
  ])
  func addressesOfOneNetworkAreOneClient(_ address: String, _ network: String) {
    #expect(AddressRange.network(of: address) == network)
  }

  /// The answers to 30 wrong tokens, each with a header of a proxy in which # is another number.
  private func guess(_ port: Int, _ forwarded: String) async throws -> [Int] {
    let client = try RawClient(port: port)
    var statuses: [Int] = []
    for number in 0..<30 {
      try client.send(
        "GET /api/people HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer x\(number)\r\n"
          + "X-Forwarded-For: \(forwarded.replacing("#", with: "\(number)"))\r\n\r\n")
      statuses.append(try await client.answer().status)
    }
    return statuses
  }

  @Test func limitsAreThoseOfTheClientBehindAProxy() async throws {
    let (_, line) = AccessTokens.new(.read, name: "a")
    var limits = ServiceLimits()
    limits.proxies = [AddressRange("127.0.0.1")!, AddressRange("10.0.0.0/8")!]
    let tokens = try AccessTokens(parsing: line)
    try await withLiveService(PersonStore(path: ":memory:"), limits, tokens: tokens) { port in
      // Many clients behind one proxy.
      let many = try await guess(port, "192.0.2.#")
      #expect(Set(many) == [401])
      let behindTwo = try await guess(port, "203.0.113.#:80, 10.1.1.1")
      #expect(Set(behindTwo) == [401])
      // One client who invents others, before the address that the proxy adds.
      let invented = try await guess(port, "192.0.3.#, 198.51.100.7")
      #expect(invented.contains(429))
      // One client who has all addresses of a network.
      let network = try await guess(port, "2001:db8::#")
      #expect(network.contains(429))
      let inventedBehindTwo = try await guess(port, "192.0.4.#, 198.51.100.8, 10.2.2.2")
      #expect(inventedBehindTwo.contains(429))
    }
    try await withLiveService(PersonStore(path: ":memory:"), tokens: tokens) { port in
      // Nobody is believed if no proxy is configured.
      let unconfigured = try await guess(port, "192.0.2.#")
      #expect(unconfigured.contains(429))
    }
  }

  @Test func cookiesAreSecureBehindTLS() async throws {
    let (token, line) = AccessTokens.new(.read, name: "a")
    let tokens = try AccessTokens(parsing: line)
    for (isOption, isProxy, proto, isSecure) in [
      (false, false, "https", false), (false, true, "https", true), (false, true, "http", false),
      (false, true, "", false), (false, true, "http, HTTPS", true),
      (false, true, "https, http", false), (true, false, "http", true),
    ] {
      var limits = ServiceLimits()
      limits.hasSecureCookies = isOption
      if isProxy { limits.proxies = [AddressRange("127.0.0.0/8")!] }
      try await withLiveService(PersonStore(path: ":memory:"), limits, tokens: tokens) { port in
        let body = #"{"token":"\#(token)"}"#
        let client = try RawClient(port: port)
        try client.send(
          "POST /api/session HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            + "X-Forwarded-Proto: \(proto)\r\nContent-Length: \(body.utf8.count)\r\n\r\n" + body)
        let cookie = try await client.answer().headers["set-cookie"] ?? ""
        #expect(cookie.contains("; Secure") == isSecure, "\(isOption) \(isProxy) \(proto)")
        #expect(cookie.hasPrefix("token=\(token)"))
      }
    }
  }

  @Test func oldCookiesKeepNobodyOut() async throws {
    let (token, line) = AccessTokens.new(.read, name: "a")
    try await withService(tokens: AccessTokens(parsing: line)) { client in
      let old: HTTPFields = [.cookie: "token=old"]
      var statuses: [HTTPResponse.Status] = []
      for _ in 0..<30 {
        statuses.append(try await client.send(.get, "/api/people", headers: old).status)
      }
      #expect(statuses.first == .unauthorized && statuses.contains(.tooManyRequests))
      // Neither signing in nor a right token is held up by them.
      let body = #"{"token":"\#(token)"}"#
      let signedIn = try await client.send(.post, "/api/session", body, headers: old)
      #expect(signedIn.status == .noContent)
      #expect(try await client.send(.delete, "/api/session", headers: old).status == .noContent)
      for headers: HTTPFields in [
        [.cookie: "token=\(token)"], [.authorization: "Bearer \(token)"],
        [.authorization: "Bearer \(token)", .cookie: "token=old"],
      ] {
        #expect(try await client.send(.get, "/api/people", headers: headers).status == .ok)
      }
      // Guesses at signing in have their own limit.
      let wrong = try await client.send(.post, "/api/session", #"{"token":"x"}"#, headers: old)
      #expect(wrong.status == .unauthorized)
    }
  }
}
