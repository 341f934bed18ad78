import Foundation
import Logging
import ServiceLifecycle
import UnixSignals

/// Reads the file of tokens again at SIGHUP. A file that cannot be used changes nothing.
struct TokenReloading: Service {
  /// Reads the file and uses what is in it; false if there is none. The settings are not here,
  /// because services are a part of the log, and an address may have a password.
  let reload: @Sendable () throws -> Bool
  let logger: Logger

  /// Keeps SIGHUP from ending the program, from its start on.
  static func prepare() { signal(SIGHUP, SIG_IGN) }

  func run() async throws {
    for await _ in await UnixSignalsSequence(trapping: .sighup).cancelOnGracefulShutdown() {
      do {
        let hasFile = try reload()
        logger.notice(
          hasFile
            ? "The file of tokens has been read again" : "There is no file of tokens to read again")
      } catch {
        logger.error("The tokens stay as they were: \(error)")
      }
    }
  }
}
