/// A format in which tables are read and written.
public enum TableFormat: String, CaseIterable, Sendable {
  /// RFC 4180; on reading the delimiter is detected unless given.
  case csv
  /// CSV with tabulators as delimiters, the same quoting.
  case tsv
  /// One array of objects.
  case json
  /// One object a line.
  case ndjson

  /// The format that a file name's extension names, in any case: `.csv`, `.tsv`, `.tab`, `.json`,
  /// `.ndjson`, `.jsonl`; otherwise `nil`.
  ///
  /// ```swift
  /// TableFormat(path: "people.JSONL")  // .ndjson
  /// TableFormat(path: "-")             // nil
  /// ```
  public init?(path: String) {
    guard let dot = path.lastIndex(of: ".") else { return nil }
    switch path[path.index(after: dot)...].lowercased() {
    case "csv": self = .csv
    case "tsv", "tab": self = .tsv
    case "json": self = .json
    case "ndjson", "jsonl": self = .ndjson
    default: return nil
    }
  }

  /// The format that content suggests which begins with this byte, blanks left out.
  init(firstVisibleByte byte: UInt8?) {
    switch byte {
    case Byte.openBracket: self = .json
    case Byte.openBrace: self = .ndjson
    default: self = .csv
    }
  }
}
