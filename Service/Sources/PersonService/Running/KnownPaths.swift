import HTTPTypes
import Hummingbird
import Synchronization

/// The paths of the service with their methods. A request for one of them with another method is
/// answered with 405 and the methods that it has.
final class KnownPaths: Sendable {
  private struct Path {
    let parts: [Substring]
    var methods: [HTTPRequest.Method]

    /// The number of parts that may be anything.
    var parameters: Int { parts.count { $0.hasPrefix("{") } }
  }

  private let paths = Mutex<[Path]>([])

  /// Reads the routes of a router, after all of them are added.
  func read(_ router: Router<ServiceContext>) {
    let routes = Dictionary(grouping: router.routes, by: \.path.description)
    paths.withLock { paths in
      let known = routes.map { path, routes in
        let methods = routes.map(\.method)
        // HEAD is where GET is.
        return Path(
          parts: path.split(separator: "/"),
          methods: methods
            + (methods.contains(.get) && !methods.contains(.head) ? [.head] : []))
      }
      // `people/batch` is not a person.
      paths = known.sorted { $0.parameters < $1.parameters }
    }
  }

  /// Returns the methods of a path; empty for an unknown one.
  func methods(of path: String) -> [HTTPRequest.Method] {
    let parts = path.split(separator: "/")
    return paths.withLock { paths in
      paths.first { known in
        known.parts.count == parts.count
          && zip(known.parts, parts).allSatisfy { $0 == $1 || $0.hasPrefix("{") }
      }?.methods ?? []
    }
  }
}

/// Answers requests whose method a path does not have.
struct KnownMethods: RouterMiddleware {
  typealias Context = ServiceContext

  let paths: KnownPaths

  func handle(
    _ request: Request, context: ServiceContext,
    next: (Request, ServiceContext) async throws -> Response
  ) async throws -> Response {
    do {
      return try await next(request, context)
    } catch let error as HTTPError where error.status == .notFound {
      // The router knows no such route.
      let methods = paths.methods(of: request.uri.path)
      guard !methods.isEmpty else { throw error }
      throw Self.problem(request.method, methods)
    }
  }

  private static func problem(
    _ method: HTTPRequest.Method, _ methods: [HTTPRequest.Method]
  ) -> Problem {
    var problem = Problem(
      .methodNotAllowed, "method", "\(method) is no method of this address")
    problem.headers[.allow] = methods.map(\.rawValue).sorted().joined(separator: ", ")
    return problem
  }
}
