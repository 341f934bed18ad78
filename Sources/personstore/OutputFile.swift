internal import Foundation
internal import Tabular

/// A file other than the store that the program writes.
enum OutputFile {
  /// Opens a file to write a table to, replacing an existing file; `-` is the standard output.
  ///
  /// A database is never replaced, because a misplaced argument would otherwise destroy it. Neither
  /// is the file that is being read.
  static func open(_ path: String, besides source: String? = nil) throws -> ByteSink {
    if path != "-", let file = FileIdentity(path) {
      if let source, FileIdentity(source) == file {
        throw refusal(path, "it is the file to be read")
      }
      if isDatabase(path) { throw refusal(path, "it is a SQLite database") }
    }
    return try ByteSink(path: path)
  }

  private static func refusal(_ path: String, _ reason: String) -> TabularError {
    .cannotWrite(path: path, reason: reason)
  }

  private static func isDatabase(_ path: String) -> Bool {
    guard let file = FileHandle(forReadingAtPath: path) else { return false }
    let signature = Data("SQLite format 3\0".utf8)
    return (try? file.read(upToCount: signature.count)) == signature
  }
}
