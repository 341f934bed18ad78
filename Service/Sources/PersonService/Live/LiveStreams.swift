import Foundation
import Synchronization

/// The shared streams that are open, by their ids.
final class LiveStreams: Sendable {
  private struct Open {
    let stream: LiveStream
    let client: String
  }

  private let streams = Mutex<[String: Open]>([:])

  /// Adds a stream of a client, and returns its id, which nobody can guess.
  func add(_ stream: LiveStream, of client: String) -> String {
    let id = UUID().uuidString
    streams.withLock { $0[id] = Open(stream: stream, client: client) }
    return id
  }

  func remove(_ id: String) { streams.withLock { $0[id] = nil } }

  /// Returns a stream.
  ///
  /// - Throws: a problem with status 404 if the client has none with the id.
  func stream(_ id: String, of client: String) throws -> LiveStream {
    guard let open = streams.withLock({ $0[id] }), open.client == client else {
      throw Problem(.notFound, "not-found", "You have no stream with id \(id)")
    }
    return open.stream
  }
}
