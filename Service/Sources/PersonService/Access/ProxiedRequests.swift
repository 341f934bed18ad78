import HTTPTypes
import Hummingbird

/// Finds out where requests come from that a proxy passes on, and whether the client speaks TLS.
/// Only proxies that are configured are believed: everybody can send the headers.
struct ProxiedRequests: RouterMiddleware {
  typealias Context = ServiceContext

  let proxies: [AddressRange]

  func handle(
    _ request: Request, context: ServiceContext,
    next: (Request, ServiceContext) async throws -> Response
  ) async throws -> Response {
    guard isProxy(context.address) else { return try await next(request, context) }
    var context = context
    context.isSecure = Self.list(request, .xForwardedProto).last?.lowercased() == "https"
    // Each proxy adds the address from which it has the request. What is before the last one that
    // is no proxy may be invented.
    for text in Self.list(request, .xForwardedFor).reversed() {
      let address = Self.withoutPort(text)
      guard AddressRange.isAddress(address) else { break }
      context.address = address
      guard isProxy(address) else { break }
    }
    context.client = context.network
    return try await next(request, context)
  }

  private func isProxy(_ address: String) -> Bool { proxies.contains { $0.contains(address) } }

  /// The elements of a header, which may be sent several times.
  private static func list(_ request: Request, _ name: HTTPField.Name) -> [String] {
    request.headers[values: name].joined(separator: ",").split(separator: ",")
      .map { String($0.drop { $0 == " " }.prefix { $0 != " " }) }
  }

  /// An address without the port that some proxies add.
  private static func withoutPort(_ text: String) -> String {
    if text.hasPrefix("[") { return String(text.dropFirst().prefix { $0 != "]" }) }
    return text.contains(".") && !text.contains("::") ? String(text.prefix { $0 != ":" }) : text
  }
}

extension HTTPField.Name {
  fileprivate static let xForwardedFor = HTTPField.Name("X-Forwarded-For")!
  fileprivate static let xForwardedProto = HTTPField.Name("X-Forwarded-Proto")!
}
