internal import StoreSQLite
internal import StoreSupport

/// Prints to the standard error which programs this one waits for, each time that they change.
final class WaitReport: Sendable {
  private let printed = Locked("")

  /// Reports a wait that goes on.
  func show(_ conflict: LockConflict) {
    let text = Self.text(conflict)
    let isNew = printed.withLock { printed in
      defer { printed = text }
      return printed != text
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
