import Foundation
import HTTPTypes
import Testing

@testable import PersonService

/// What `openapi.json` says about the interface.
struct Description {
  struct Operation {
    let method: String
    let path: String
    let statuses: Set<Int>
    /// The names of the parameters in the address.
    let parameters: Set<String>
    /// The types of the body.
    let bodies: Set<String>
  }

  let operations: [Operation]
  /// The kinds of problems.
  let problems: Set<String>

  static let own = Description()

  private init() {
    let bytes = Data(PackageResources.openapi_json)
    let document = (try? JSONSerialization.jsonObject(with: bytes)) as? [String: Any] ?? [:]
    let paths = document["paths"] as? [String: [String: [String: Any]]] ?? [:]
    operations = paths.flatMap { path, methods in
      methods.map { method, operation in
        let parameters = operation["parameters"] as? [[String: Any]] ?? []
        let body = operation["requestBody"] as? [String: Any]
        return Operation(
          method: method.uppercased(), path: path,
          statuses: Set(
            (operation["responses"] as? [String: Any] ?? [:]).keys.compactMap { Int($0) }),
          parameters: Set(
            parameters.filter { $0["in"] as? String == "query" }
              .compactMap { $0["name"] as? String }),
          bodies: Set((body?["content"] as? [String: Any] ?? [:]).keys))
      }
    }
    let components = document["components"] as? [String: [String: [String: Any]]] ?? [:]
    let properties = components["schemas"]?["Problem"]?["properties"] as? [String: [String: Any]]
    problems = Set(properties?["type"]?["enum"] as? [String] ?? [])
  }

  /// Returns the operation of a request; nil for one that the interface does not have.
  func operation(_ method: HTTPRequest.Method, _ address: String) -> Operation? {
    let parts = address.prefix { $0 != "?" }.split(separator: "/", omittingEmptySubsequences: false)
    let name = method == .head ? "GET" : method.rawValue
    return operations.first { operation in
      let own = operation.path.split(separator: "/", omittingEmptySubsequences: false)
      return operation.method == name && own.count == parts.count
        && zip(own, parts).allSatisfy { $0 == $1 || ($0.hasPrefix("{") && !$1.isEmpty) }
    }
  }

  /// Records an issue if an answer is none that the description has for its request.
  func check(_ method: HTTPRequest.Method, _ address: String, _ answer: Answer) {
    guard let operation = operation(method, address) else { return }
    let status = answer.status.code
    // What is no good request at all is not asked for by its description.
    let isDescribed = operation.statuses.contains(status) || status == 417
    #expect(isDescribed, "\(status) of \(method) \(operation.path) is not described")
    if let kind = answer.kind, kind.hasPrefix("/problems/") {
      #expect(problems.contains(kind), "\(kind) is not described")
    }
  }
}
