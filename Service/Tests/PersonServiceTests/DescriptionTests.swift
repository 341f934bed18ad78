import Foundation
import HTTPTypes
import People
import Testing

@testable import PersonService

/// The description of the interface says what there is, and nothing else. The statuses of all
/// answers that tests get are compared with it, too.
@Suite struct DescriptionTests {
  private let description = Description.own

  @Test func eachRouteIsDescribed() async throws {
    let service = try await PersonService(
      store: PersonStore(path: ":memory:"), metrics: PrometheusMetrics())
    let routes = Set(
      service.router(names: nil).routes.filter { $0.method != .head }
        .map { "\($0.method) /\($0.path)" }
        .map { $0.replacing("//", with: "/") }
        .filter { $0.contains("/api/") || $0.contains("/health") || $0.contains("/metrics") })
    let described = Set(description.operations.map { "\($0.method) \($0.path)" })
    #expect(routes.count > 30)
    #expect(routes.subtracting(described) == [])
    #expect(described.subtracting(routes) == [])
  }

  /// A parameter that is not known is refused with the names of those that are.
  @Test func eachParameterIsDescribed() async throws {
    #expect(description.operations.count { !$0.parameters.isEmpty } > 5)
    try await withService(metrics: PrometheusMetrics()) { client in
      for operation in Description.own.operations {
        let path = operation.path.replacing(#/\{\w+\}/#, with: "1")
        let method = HTTPRequest.Method(operation.method) ?? .get
        let headers: HTTPFields = [.contentType: operation.bodies.sorted().first ?? ""]
        let answer = try await client.send(
          method, "\(path)?noSuchParameter=1", operation.bodies.isEmpty ? nil : "{}",
          headers: operation.bodies.isEmpty ? [:] : headers)
        let errors = answer.json["errors"] as? [[String: Any]] ?? []
        let reason = errors.first { $0["field"] as? String == "noSuchParameter" }?["reason"]
        let names = (reason as? String)?.split(separator: "which has ").dropFirst().first ?? ""
        #expect(
          Set(names.split(separator: ", ").map(String.init)) == operation.parameters,
          "\(operation.method) \(operation.path)")
      }
    }
  }

  @Test func eachTypeOfBodyIsTaken() async throws {
    try await withService { client in
      _ = try await client.send(.post, "/api/people", #"{"name":"Ada"}"#)
      for operation in Description.own.operations where !operation.bodies.isEmpty {
        let path = operation.path.replacing(#/\{\w+\}/#, with: "1")
        let method = HTTPRequest.Method(operation.method) ?? .post
        func status(_ type: String) async throws -> HTTPResponse.Status {
          try await client.send(method, path, "{}", headers: [.contentType: type]).status
        }
        for type in operation.bodies {
          #expect(try await status(type) != .unsupportedMediaType, "\(type) of \(path)")
        }
        #expect(try await status("image/png") == .unsupportedMediaType, "\(path)")
        if !operation.bodies.contains("application/merge-patch+json") {
          #expect(
            try await status("application/merge-patch+json") == .unsupportedMediaType, "\(path)")
        }
      }
    }
  }

  @Test func eachKindOfProblemIsDescribed() throws {
    let sources = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appending(path: "../../Sources/PersonService").standardizedFileURL
    let files = try #require(
      FileManager.default.enumerator(at: sources, includingPropertiesForKeys: nil))
    var kinds: Set<String> = []
    for case let file as URL in files where file.pathExtension == "swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      let made =
        #/
        (?: Problem | self\.init | unavailable ) \( \s*
        (?: (?: \.\w+ | error\.status | HTTPResponse\.Status\([^)]*\) ) ,\s* )?
        "([a-z-]+)" , \s* (?: " | error )
        /#
      kinds.formUnion(text.matches(of: made).map { "/problems/\($0.output.1)" })
    }
    #expect(kinds.count > 35)
    #expect(kinds.subtracting(description.problems) == [])
    #expect(description.problems.subtracting(kinds) == [])
  }

  @Test func everythingThatStoresCanFindTheDiskFull() {
    for operation in description.operations where operation.statuses.contains(201) {
      #expect(operation.statuses.contains(507), "\(operation.path)")
    }
    for operation in description.operations where operation.path.hasPrefix("/api/query") {
      #expect(operation.statuses.contains(429), "\(operation.path)")
    }
  }
}
