internal import StoreSQLite
internal import StoreSupport

/// Tells on the standard error which program another one waits for. It is told again when that
/// changes.
final class WaitReport: Sendable {
  private let told = Locked("")

  /// Reports a wait that goes on.
  func show(_ conflict: LockConflict) {
    let text = Self.text(conflict)
    let isNew = told.withLock { told in
      defer { told = text }
      return told != text
    }
    if isNew { Terminal.say(text) }
  }

  private static func text(_ conflict: LockConflict) -> String {
    let holders = conflict.holders.map(\.description).joined(separator: ", ")
    var text = "waiting for \(holders.isEmpty ? "another program" : holders)"
    let others = conflict.connectionsInFront - 1
    if others > 0 { text += " and \(others) more in front" }
    return text
  }
}
