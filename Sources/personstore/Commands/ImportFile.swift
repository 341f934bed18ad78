internal import ArgumentParser
internal import PeopleIO
internal import Tabular

/// The options of `personstore import` that say how the file is read.
struct ImportFile: ParsableArguments {
  @Option(help: "The format. (default: by the file's name, or its first bytes)")
  var format: TableFormat?

  @Option(help: "The character between fields. (default: found by the header)")
  var delimiter: String?

  @Option(
    help: """
      What quotes mean: double (they enclose fields) or none (they are characters). (default: \
      double, but in TSV not around line ends and tabs)
      """)
  var quote: Quoting?

  @Option(
    help: "What becomes of rows with fewer fields than columns: fill leaves the others empty.")
  var shortRows: ShortRows = .refuse

  @Option(help: "The encoding of the text. (default: utf-8, or utf-16 with a byte order mark)")
  var encoding: TextEncoding?

  @Flag(help: "The first line is a person, and not the names of the columns.")
  var noHeader = false

  @Option(
    help: ArgumentHelp(
      "The names of the columns, with commas between them, instead of those of the header.",
      valueName: "names"))
  var columns: String?

  @Option(
    help: ArgumentHelp(
      """
      Where the array of people is in a JSON document: names with dots between them. (default: \
      the document, or the only array of objects in it)
      """, valueName: "names"))
  var path: String?

  /// Sets what the options say.
  func apply(to options: inout ReaderOptions) throws {
    options.format = format
    options.encoding = encoding
    options.quoting = quote
    options.shortRows = shortRows
    options.hasHeader = !noHeader
    options.path = path
    options.columns = try columns.map { text in
      try ImportColumns.parsed("--columns") { () throws(ImportError) in
        try ColumnMapping.columns(parsing: text)
      }
    }
    guard let delimiter else { return }
    let character = delimiter == "\\t" ? "\t" : delimiter
    guard character.count == 1, let first = character.first, let value = Delimiter(first) else {
      throw ValidationError("--delimiter is one ASCII character, not '\(delimiter)'.")
    }
    options.delimiter = value
  }
}
