import Foundation

@testable import PersonService

/// A connection on which a test sends and reads what it wants.
final class SocketClient: Sendable {
  private let socket: Int32

  /// - Parameter buffer: the size of what the system keeps for a client that does not read.
  init(port: Int, buffer: Int32? = nil) throws {
    socket = try connectedSocket(port: port, buffer: buffer)
  }

  deinit { close(socket) }

  /// Sends a text, and returns whether the connection is open.
  @discardableResult
  func send(_ text: String) -> Bool {
    text.withCString { Foundation.send(socket, $0, strlen($0), Int32(MSG_NOSIGNAL)) } > 0
  }

  /// Asks for the result of a chain, or for something else about it.
  ///
  /// - Parameter address: the address that a proxy names.
  func ask(
    _ chain: String, path: String = "auto", at place: String = "/api/query",
    from address: String? = nil
  ) {
    let body = #"{"chain":\#(JSONText.of(chain)),"path":"\#(path)"}"#
    let forwarded = address.map { "X-Forwarded-For: \($0)\r\n" } ?? ""
    send(
      "POST \(place) HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
        + "\(forwarded)Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
  }

  /// Returns what comes next; nothing when the connection is closed.
  func read() throws -> [UInt8] {
    var part = [UInt8](repeating: 0, count: 65_536)
    let count = recv(socket, &part, part.count, 0)
    guard count >= 0 else { throw CocoaError(.fileReadUnknown) }
    return Array(part[..<count])
  }

  /// Returns what comes next as text, on a thread that may block.
  func text() async throws -> String {
    try await onOwnThread {
      String(decoding: try self.read(), as: UTF8.self)
    }
  }

  /// Reads all that comes, as fast as it can, and returns the end of it.
  func end() async throws -> String {
    try await onOwnThread {
      var end: [UInt8] = []
      while case let part = try self.read(), !part.isEmpty { end = (end + part).suffix(1_000) }
      return String(decoding: end, as: UTF8.self)
    }
  }

  /// Returns what comes up to a text.
  func text(upTo end: String) async throws -> String {
    var text = ""
    while !text.contains(end) {
      let part = try await self.text()
      if part.isEmpty { break }
      text += part
    }
    return text
  }
}

/// Returns a socket that is connected to a port of this machine.
///
/// - Parameter buffer: the size of what the system keeps for a client that does not read.
func connectedSocket(port: Int, buffer: Int32? = nil) throws -> Int32 {
  let socket = Foundation.socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
  if var buffer {
    setsockopt(socket, SOL_SOCKET, SO_RCVBUF, &buffer, socklen_t(MemoryLayout<Int32>.size))
  }
  var timeout = timeval(tv_sec: 20, tv_usec: 0)
  setsockopt(
    socket, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
  var address = sockaddr_in()
  address.sin_family = sa_family_t(AF_INET)
  address.sin_port = in_port_t(port).bigEndian
  address.sin_addr.s_addr = inet_addr("127.0.0.1")
  let size = socklen_t(MemoryLayout<sockaddr_in>.size)
  let isConnected = withUnsafePointer(to: &address) {
    $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { connect(socket, $0, size) } == 0
  }
  guard isConnected else { throw CocoaError(.fileReadUnknown) }
  return socket
}
