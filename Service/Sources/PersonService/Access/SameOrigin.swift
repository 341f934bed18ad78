import HTTPTypes
import Hummingbird

/// Refuses requests to other names than the service's own: a page of another site could reach it by
/// a name of its own.
struct KnownHost: RouterMiddleware {
  typealias Context = ServiceContext

  /// The names under which the service is reached, in small letters; nil for any.
  private let names: Set<String>?

  init(names: Set<String>?) {
    self.names = names.map { Set($0.map { $0.lowercased() }) }
  }

  func handle(
    _ request: Request, context: ServiceContext,
    next: (Request, ServiceContext) async throws -> Response
  ) async throws -> Response {
    if let names {
      guard let host = request.head.authority else {
        throw Problem(.badRequest, "host", "The request names no host")
      }
      // The name without the port; an address of IPv6 is in brackets.
      let end = host.lastIndex(of: ":").flatMap { host[$0...].contains("]") ? nil : $0 }
      let name = String(host[..<(end ?? host.endIndex)])
      guard names.contains(name.lowercased()) else {
        throw Problem(.misdirectedRequest, "host", "The service is not \(name)")
      }
    }
    return try await next(request, context)
  }
}

/// Refuses requests that a page of another site makes a browser send. Reading is refused, too: such
/// a page sees no answer, but could have the service make exports and keep live queries open.
struct SameOrigin: RouterMiddleware {
  typealias Context = ServiceContext

  func handle(
    _ request: Request, context: ServiceContext,
    next: (Request, ServiceContext) async throws -> Response
  ) async throws -> Response {
    let site = request.headers[.secFetchSite]
    let origin = request.headers[.origin].map { $0.replacing(#/^https?:\/\//#, with: "") }
    guard site == nil || site == "same-origin" || site == "none",
      origin == nil || origin?.lowercased() == request.head.authority?.lowercased()
    else {
      throw Problem(.forbidden, "origin", "A page of another site may not do this")
    }
    return try await next(request, context)
  }
}

extension HTTPField.Name {
  fileprivate static let secFetchSite = HTTPField.Name("Sec-Fetch-Site")!
}
