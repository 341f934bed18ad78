internal import ArgumentParser
internal import Foundation
internal import StoreSupport
internal import Tabular

/// A file other than the store that the program writes.
enum OutputFile {
  /// Opens a file to write a table to, replacing an existing file; `-` is the standard output.
  ///
  /// A database is never replaced, because a misplaced argument would otherwise destroy it. Neither
  /// is the file that is being read.
  static func open(_ path: String, besides source: String? = nil) throws -> ByteSink {
    if path != "-", let file = FileStatus(path), file.isRegular {
      if let source, FileStatus(source)?.identity == file.identity {
        throw refusal(path, "it is the file to be read")
      }
      if isDatabase(path) { throw refusal(path, "it is a SQLite database") }
    }
    return try ByteSink(path: path)
  }

  /// Returns the format of a file to write, by its name unless it is given.
  ///
  /// - Throws: `ValidationError` for a name that says none, and for one of a compressed file.
  static func format(of path: String, given: TableFormat?) throws -> TableFormat {
    if path == "-" { return given ?? .csv }
    guard !path.lowercased().hasSuffix(".gz") else {
      throw ValidationError("\(path): files are not compressed; leave out .gz, and run gzip then.")
    }
    // A pipe and a device have any name.
    let isOther = FileStatus(path).map { !$0.isRegular } ?? false
    guard let format = given ?? TableFormat(path: path) ?? (isOther ? .csv : nil) else {
      let formats = TableFormat.allCases.map(\.rawValue).joined(separator: ", ")
      throw ValidationError("\(path): the name says no format; say it with --format: \(formats).")
    }
    return format
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
