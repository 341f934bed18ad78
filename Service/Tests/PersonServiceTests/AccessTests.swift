import Foundation
import HTTPTypes
import Hummingbird
import People
import Testing

@testable import PersonService

/// Tokens, roles, limits and requests of other sites.
@Suite struct AccessTests {
  private let made = Role.allCases.map { AccessTokens.new($0, name: "the-\($0)") }
  private let ada = #"{"name":"Ada","surname":"Lovelace","age":36}"#

  private var reader: String { made[0].token }
  private var writer: String { made[1].token }
  private var admin: String { made[2].token }

  private var tokens: AccessTokens {
    get throws {
      try AccessTokens(parsing: "# tokens\n\n" + made.map(\.line).joined(separator: "\n"))
    }
  }

  private func bearer(_ token: String) -> HTTPFields { [.authorization: "Bearer \(token)"] }

  @Test("a file of another system has other line ends", arguments: ["\n", "\r\n", "\r"])
  func lineEnds(_ end: String) throws {
    let text = "# tokens" + end + made.map { $0.line + end }.joined()
    let tokens = try AccessTokens(parsing: text)
    #expect(made.map { tokens.entry(of: $0.token)?.name } == Role.allCases.map { "the-\($0)" })
  }

  @Test func eachRoleMayDoItsPart() async throws {
    try await withService(tokens: tokens) { client in
      let unknown = try await client.send(.get, "/api/people")
      #expect(unknown.status == .unauthorized && unknown.kind == "/problems/unauthenticated")
      #expect(unknown.headers[.wwwAuthenticate] == "Bearer")
      #expect(try await client.send(.get, "/health/live").status == .ok)
      #expect(try await client.send(.get, "/").status == .ok)
      let read = try await client.send(.get, "/api/people", headers: bearer(reader))
      #expect(read.status == .ok)
      let refused = try await client.send(.post, "/api/people", ada, headers: bearer(reader))
      #expect(refused.status == .forbidden && refused.kind == "/problems/forbidden")
      let stored = try await client.send(.post, "/api/people", ada, headers: bearer(writer))
      #expect(stored.status == .created)
      let check = try await client.send(.post, "/api/store/check", headers: bearer(writer))
      #expect(check.status == .forbidden)
      let checked = try await client.send(.post, "/api/store/check", headers: bearer(admin))
      #expect(checked.text == #"{"findings":[]}"#)
    }
  }

  @Test func aBrowserKeepsItsTokenInACookie() async throws {
    try await withService(tokens: tokens) { client in
      let wrong = try await client.send(.post, "/api/session", #"{"token":"x"}"#)
      #expect(wrong.status == .unauthorized)
      let answer = try await client.send(.post, "/api/session", #"{"token":"\#(writer)"}"#)
      #expect(answer.status == .noContent)
      let cookie = try #require(answer.headers[.setCookie])
      #expect(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"))
      let value = String(cookie.prefix { $0 != ";" })
      let session = try await client.send(.get, "/api/session", headers: [.cookie: value])
      #expect(
        session.text
          == #"{"changesTables":false,"hasHistory":true,"hasPeople":true,"hasTables":false,"#
          + #""isOpen":false,"isReadOnly":false,"role":"write"}"#)
      // A token that is not valid any more does not keep anybody from signing in again.
      let old: HTTPFields = [.cookie: "token=old"]
      #expect(try await client.send(.get, "/api/people", headers: old).status == .unauthorized)
      let again = try await client.send(
        .post, "/api/session", #"{"token":"\#(writer)"}"#, headers: old)
      #expect(again.status == .noContent)
      #expect(try await client.send(.delete, "/api/session", headers: old).status == .noContent)
    }
  }

  @Test func guessesAreLimited() async throws {
    try await withService(tokens: tokens) { client in
      let first = try await client.send(.get, "/api/people", headers: bearer("guess"))
      #expect(first.status == .unauthorized)
      // At once, so that none is allowed because of the time that others took.
      let refusals = try await withThrowingTaskGroup { group in
        for number in 0..<200 {
          let headers = bearer("guess\(number)")
          group.addTask { try await client.send(.get, "/api/people", headers: headers) }
        }
        return try await group.reduce(into: [Answer]()) { refusals, answer in
          if answer.status == .tooManyRequests { refusals.append(answer) }
        }
      }
      #expect(!refusals.isEmpty)
      #expect(refusals.allSatisfy { $0.headers[.retryAfter] == "1" })
      // Who knows a token is not kept out.
      #expect(try await client.send(.get, "/api/people", headers: bearer(reader)).status == .ok)
    }
  }

  @Test func tokensAreReplacedWhileTheServiceRuns() async throws {
    let service = try await PersonService(
      store: PersonStore(path: ":memory:"), tokens: AccessTokens(parsing: made[0].line))
    try await service.application().withClient { client in
      #expect(try await client.send(.get, "/api/people", headers: bearer(reader)).status == .ok)
      let unknown = try await client.send(.get, "/api/people", headers: bearer(admin))
      #expect(unknown.status == .unauthorized)
      service.replaceTokens(with: try AccessTokens(parsing: made[2].line))
      let revoked = try await client.send(.get, "/api/people", headers: bearer(reader))
      #expect(revoked.status == .unauthorized)
      #expect(try await client.send(.get, "/api/people", headers: bearer(admin)).status == .ok)
    }
  }

  @Test func requestsAreLimited() async throws {
    var limits = ServiceLimits()
    limits.requestsPerSecond = 0.01
    try await withService(nil, limits, tokens: tokens) { client in
      #expect(try await client.send(.get, "/api/people", headers: bearer(reader)).status == .ok)
      let second = try await client.send(.get, "/api/people", headers: bearer(reader))
      #expect(second.status == .tooManyRequests && second.headers[.retryAfter] == "100")
      #expect(try await client.send(.get, "/api/people", headers: bearer(writer)).status == .ok)
    }
  }

  @Test func aReadOnlyServiceRefusesWrites() async throws {
    var limits = ServiceLimits()
    limits.isReadOnly = true
    try await withService(nil, limits) { client in
      let refused = try await client.send(.post, "/api/people", ada)
      #expect(refused.status == .forbidden && refused.kind == "/problems/read-only")
      #expect(try await client.send(.get, "/api/people").status == .ok)
    }
  }

  @Test func otherSitesMayNotWrite() async throws {
    try await withService { client in
      let site = HTTPField.Name("Sec-Fetch-Site")!
      for headers: HTTPFields in [[site: "cross-site"], [.origin: "https://evil.example"]] {
        let refused = try await client.send(.post, "/api/people", ada, headers: headers)
        #expect(refused.status == .forbidden && refused.kind == "/problems/origin")
      }
      let form = try await client.send(
        .post, "/api/people", ada, headers: [.contentType: "text/plain"])
      #expect(form.status == .unsupportedMediaType)
      let upload = try await client.send(
        .post, "/api/import", "name\n", headers: [.contentType: "multipart/form-data"])
      #expect(upload.status == .unsupportedMediaType)
    }
  }

  @Test(arguments: [
    "/api/people", "/api/people/1", "/api/live?chain=take(1)", "/api/live/stream", "/api/export",
    "/api/store/backup", "/api/openapi.json", "/api/session", "/metrics", "//api/people",
  ])
  func otherSitesMayNotRead(_ path: String) async throws {
    try await withService(metrics: PrometheusMetrics()) { client in
      let site = HTTPField.Name("Sec-Fetch-Site")!
      for headers: HTTPFields in [
        [site: "cross-site"], [site: "same-site"], [.origin: "https://evil.example"],
        [.origin: "null"],
      ] {
        let refused = try await client.send(.get, path, headers: headers)
        #expect(refused.status == .forbidden && refused.kind == "/problems/origin", "\(path)")
      }
    }
  }

  @Test func thePageMayBeOpenedFromOtherSites() async throws {
    try await withService { client in
      let site = HTTPField.Name("Sec-Fetch-Site")!
      for path in ["/", "/ask", "/page/app.js", "/health/live"] {
        let page = try await client.send(.get, path, headers: [site: "cross-site"])
        #expect(page.status == .ok, "\(path)")
      }
      for headers: HTTPFields in [
        [site: "same-origin"], [site: "none"], [.origin: "http://LocalHost"],
      ] {
        #expect(try await client.send(.get, "/api/people", headers: headers).status == .ok)
      }
    }
  }

  @Test func otherMethodsAndFieldsAreRefused() async throws {
    try await withService { client in
      let method = try await client.send(.delete, "/api/people")
      #expect(method.status == .methodNotAllowed && method.headers[.allow] == "GET, HEAD, POST")
      #expect(try await client.send(.get, "/api/nothing").status == .notFound)
      let field = try await client.send(
        .post, "/api/people", #"{"name":"Ada","age":36,"birthdate":"1815-12-10"}"#)
      #expect(field.status == .badRequest && field.fields == ["birthdate"])
    }
  }

  @Test(arguments: [
    ("read abc name", "is not a SHA-256"), ("owner \(String(repeating: "0", count: 64)) a", "role"),
    ("read", "is not a role"),
  ])
  func aFileOfTokensIsRead(_ line: String, _ reason: String) throws {
    let error = #expect(throws: AccessTokensError.self) {
      try AccessTokens(parsing: "# first\n\(line)")
    }
    #expect(error?.line == 2 && error?.reason.contains(reason) == true)
  }
}
