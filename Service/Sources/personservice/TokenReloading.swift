import Foundation
import Logging
import PersonService
import ServiceLifecycle
import UnixSignals

/// Reads the file of tokens again at SIGHUP. A file that cannot be used changes nothing.
struct TokenReloading: Service {
  let settings: ServiceSettings
  let service: PersonService
  let logger: Logger

  /// Keeps SIGHUP from ending the program, from its start on.
  static func prepare() { signal(SIGHUP, SIG_IGN) }

  func run() async throws {
    for await _ in await UnixSignalsSequence(trapping: .sighup).cancelOnGracefulShutdown() {
      do {
        guard let tokens = try settings.readTokens() else {
          logger.notice("There is no file of tokens to read again")
          continue
        }
        service.replaceTokens(with: tokens)
        logger.notice("The file of tokens has been read again")
      } catch {
        logger.error("The tokens stay as they were: \(error)")
      }
    }
  }
}
