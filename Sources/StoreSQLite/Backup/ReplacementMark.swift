internal import Foundation

/// An empty file beside a database, which tells that the log there belongs to another content:
/// while the database was open, a program has written to it without SQLite. SQLite would apply the
/// log to what is there now, and damage it. So the database is not opened until a person has
/// decided.
enum ReplacementMark {
  private static let suffix = "-replaced"

  /// Returns whether a database has a mark.
  static func exists(beside database: String) -> Bool { access(database + suffix, F_OK) == 0 }

  /// Leaves the mark.
  static func leave(beside database: String) {
    let descriptor = open(database + suffix, O_WRONLY | O_CREAT | O_CLOEXEC, 0o644)
    if descriptor >= 0 { close(descriptor) }
  }
}
