/// A format in which tables are read and written.
public enum TableFormat: String, CaseIterable, Sendable {
  /// CSV (RFC 4180). When reading, the delimiter is detected unless given.
  case csv
  /// CSV with tabs as delimiters and the same quoting.
  case tsv
  /// A JSON array of objects.
  case json
  /// Newline-delimited JSON: one object per line.
  case ndjson
  /// A file of contacts (vCard). The columns are the properties of the cards.
  case vcard

  /// Creates the format of a file name's extension, ignoring its case: `.csv`, `.tsv`, `.tab`,
  /// `.json`, `.ndjson`, `.jsonl`, `.vcf`, `.vcard`; nil for any other. A last `.gz` is left out.
  ///
  /// ```swift
  /// TableFormat(path: "people.JSONL")   // .ndjson
  /// TableFormat(path: "people.csv.gz")  // .csv
  /// TableFormat(path: "-")              // nil
  /// ```
  public init?(path: String) {
    let path = path.lowercased().hasSuffix(".gz") ? path.dropLast(3) : path[...]
    guard let dot = path.lastIndex(of: ".") else { return nil }
    switch path[path.index(after: dot)...].lowercased() {
    case "csv": self = .csv
    case "tsv", "tab": self = .tsv
    case "json": self = .json
    case "ndjson", "jsonl": self = .ndjson
    case "vcf", "vcard": self = .vcard
    default: return nil
    }
  }
}

extension TableFormat {
  /// Whether all columns are known before the first record.
  package var hasHeader: Bool {
    switch self {
    case .csv, .tsv: true
    case .json, .ndjson, .vcard: false
    }
  }

  /// Whether the format tells numbers, texts and truth values apart.
  package var hasTypes: Bool {
    switch self {
    case .json, .ndjson: true
    case .csv, .tsv, .vcard: false
    }
  }
}
