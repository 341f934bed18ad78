internal import ArgumentParser
internal import PeopleIO
internal import TableIO

/// The options of `personstore import` that say what the columns of the file are.
struct ImportColumns: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      What columns are: field=column, with commas between them; field= leaves one out, \
      attributes.NAME=column names an attribute. A column is its name, in quotes if it has a \
      comma, or its number: name="Last, first",surname=#3.
      """, valueName: "fields"))
  var map: String?

  @Option(
    help: ArgumentHelp(
      """
      The column with whole names and their form: 'surname, name', 'name surname', 'surname name' \
      or 'name'. (default: guessed)
      """, valueName: "column=form"))
  var split: String?

  @Option(
    help: ArgumentHelp("A column that is not read; may be repeated.", valueName: "column"))
  var ignore: [String] = []

  @Option(
    help: ArgumentHelp(
      "The only columns that are read, with commas between them.", valueName: "columns"))
  var only: String?

  @Flag(help: "Guess no field: only columns that are mapped or spelled like fields are.")
  var noGuess = false

  /// Sets what the options say.
  func apply(to options: inout ImportOptions) throws {
    if let map {
      options.mapping = try Self.parsed("--map") { () throws(ImportError) in
        try ColumnMapping(parsing: map)
      }
    }
    if let split {
      options.mapping = try Self.parsed("--split") { () throws(ImportError) in
        try options.mapping.splitting(split)
      }
    }
    options.mapping.ignored = ignore
    options.mapping.only = try only.map { text in
      try Self.parsed("--only") { () throws(ImportError) in try ColumnMapping.columns(parsing: text)
      }
    }
    options.mapping.isGuessed = !noGuess
  }

  /// Sets what the options say for a table.
  func apply(to options: inout TableImportOptions) throws {
    guard map == nil, split == nil, !noGuess else {
      throw ValidationError("--map, --split and --no-guess are for people, not for --table.")
    }
    options.ignored = Set(ignore)
    options.only = try only.map { text in
      Set(
        try Self.parsed("--only") { () throws(ImportError) in
          try ColumnMapping.columns(parsing: text)
        })
    }
  }

  /// Returns what an option says, or throws an error that names the option.
  static func parsed<Value>(
    _ option: String, _ parse: () throws(ImportError) -> Value
  ) throws -> Value {
    do throws(ImportError) {
      return try parse()
    } catch {
      throw ValidationError("\(option): \(error)")
    }
  }
}
