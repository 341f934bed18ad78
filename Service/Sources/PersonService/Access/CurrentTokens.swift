import Synchronization

/// The tokens that hold now: the file may be read again while the service runs.
final class CurrentTokens: Sendable {
  private let tokens: Mutex<AccessTokens?>

  init(_ tokens: AccessTokens?) { self.tokens = Mutex(tokens) }

  /// The tokens; nil if everybody may do everything.
  var value: AccessTokens? {
    get { tokens.withLock { $0 } }
    set { tokens.withLock { $0 = newValue } }
  }
}
