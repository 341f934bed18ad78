#if Postgres
import Foundation
import StoreSupport

/// Passes the bytes between clients and a server on, until it is to cut their connections.
final class Proxy: Sendable {
  /// When connections are cut.
  enum Cut: Sendable {
    case never
    /// Before a message with this text reaches the server.
    case before(String)
    /// After a message with this text has reached the server, before its answer is passed on.
    case after(String)
  }

  /// The folder of the socket on which the proxy listens.
  let folder: String
  private let server: String
  private let cut = Locked(Cut.never)
  private let listener: Int32

  /// The number of connections that were cut.
  let cutCount = Locked(0)

  /// Whether no connection is accepted after one was cut.
  let refusesAfterCut = Locked(false)

  /// Listens in a new folder.
  ///
  /// - Parameter server: the folder of the server's socket.
  init(server: String) throws {
    self.server = server
    folder = NSTemporaryDirectory() + "proxy-\(UUID().uuidString.prefix(8))"
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    let listener = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    self.listener = listener
    guard Self.withAddress(folder, { bind(listener, $0, $1) }) == 0, listen(listener, 16) == 0
    else {
      throw CocoaError(.fileWriteUnknown)
    }
    Thread.detachNewThread { [weak self] in
      while true {
        let client = accept(listener, nil, nil)
        guard client >= 0, let self else { return }
        serve(client)
      }
    }
  }

  deinit {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Cuts the next connection that sends such a message, and passes everything on again then.
  func cutNext(_ cut: Cut) { self.cut.withLock { $0 = cut } }

  private func serve(_ client: Int32) {
    let server = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    let isRefused = refusesAfterCut.withLock { $0 } && cutCount.withLock { $0 } > 0
    guard !isRefused, Self.withAddress(self.server, { connect(server, $0, $1) }) == 0 else {
      close(client)
      return
    }
    let isCut = Locked(false)
    Thread.detachNewThread { [weak self] in
      Self.pass(client, server) { bytes, send in self?.mayPass(bytes, isCut, send) ?? true }
    }
    Thread.detachNewThread {
      Self.pass(server, client) { _, send in !isCut.withLock { $0 } && send() }
    }
  }

  /// Passes a message on, and returns whether the connection goes on.
  ///
  /// - Parameter isCut: set before the server gets the message, so that no answer is passed on.
  private func mayPass(_ bytes: [UInt8], _ isCut: Locked<Bool>, _ send: () -> Bool) -> Bool {
    func has(_ text: String) -> Bool { bytes.firstRange(of: Array(text.utf8)) != nil }
    let found = cut.withLock { cut -> Cut in
      switch cut {
      case .before(let text) where has(text), .after(let text) where has(text):
        defer { cut = .never }
        return cut
      default: return .never
      }
    }
    if case .never = found { return send() }
    isCut.withLock { $0 = true }
    cutCount.withLock { $0 += 1 }
    if case .after = found { _ = send() }
    return false
  }

  private static func pass(
    _ from: Int32, _ to: Int32, _ body: ([UInt8], () -> Bool) -> Bool
  ) {
    var buffer = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = read(from, &buffer, buffer.count)
      guard count > 0 else { break }
      let bytes = Array(buffer[..<count])
      let isOpen = body(bytes) {
        var sent = 0
        while sent < count {
          let more = bytes[sent...].withUnsafeBytes {
            Foundation.send(to, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
          }
          guard more > 0 else { return false }
          sent += more
        }
        return true
      }
      if !isOpen {
        // The client sees the end first: the server may still be at work.
        shutdown(from, Int32(SHUT_RDWR))
        usleep(20_000)
        break
      }
    }
    shutdown(from, Int32(SHUT_RDWR))
    shutdown(to, Int32(SHUT_RDWR))
  }

  private static func withAddress(
    _ folder: String, _ body: (UnsafePointer<sockaddr>, socklen_t) -> Int32
  ) -> Int32 {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    withUnsafeMutableBytes(of: &address.sun_path) {
      $0.copyBytes(from: Array("\(folder)/.s.PGSQL.5432".utf8))
    }
    return withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        body($0, socklen_t(MemoryLayout<sockaddr_un>.size))
      }
    }
  }
}
#endif
