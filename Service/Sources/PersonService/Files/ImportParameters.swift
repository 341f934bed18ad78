import Foundation
import Hummingbird
import People
import PeopleIO
import Tabular

/// The parameters of an import, which are the options of `personstore import`.
struct ImportParameters {
  /// Those that say what the columns are, how the values are written, and how the file is read.
  static let names: Set<String> = [
    "map", "split", "ignore", "only", "noGuess", "key", "onConflict", "asOf", "dates", "null",
    "trim", "format", "encoding", "delimiter", "noHeader", "columns", "path", "source",
  ]

  var options: ImportOptions

  /// The name of the file, for messages and for the history.
  let source: String

  /// Reads the parameters of a request.
  ///
  /// - Parameter limits: a record is not larger than a body may be, as a person is not.
  init(_ request: Request, _ parameters: Parameters, _ limits: ServiceLimits) throws {
    var options = ImportOptions(asOf: try Self.day(parameters["asOf"]))
    try Self.setColumns(parameters, &options)
    try Self.setValues(parameters, &options)
    try Self.setReader(request, parameters, &options)
    options.reader.maximumRecordSize = limits.bodySize
    options.reader.maximumInflatedSize = limits.importSize
    options.onConflict =
      try parameters.choice("onConflict", ImportOptions.OnConflict.self) ?? .error
    options.key = try parameters.parsed("key") { text throws(ImportError) in
      try PersonKey(parsing: text)
    }
    self.options = options
    source = try Self.source(parameters["source"])
  }

  private static func setColumns(_ parameters: Parameters, _ options: inout ImportOptions) throws {
    if let mapping = try parameters.parsed("map", ColumnMapping.init(parsing:)) {
      options.mapping = mapping
    }
    let mapped = options.mapping
    if let mapping = try parameters.parsed("split", mapped.splitting) { options.mapping = mapping }
    options.mapping.ignored = try parameters.parsed("ignore", ColumnMapping.columns) ?? []
    options.mapping.only = try parameters.parsed("only", ColumnMapping.columns)
    options.mapping.isGuessed = try !parameters.flag("noGuess")
  }

  private static func setValues(_ parameters: Parameters, _ options: inout ImportOptions) throws {
    options.countsAges = parameters["asOf"] != nil
    options.dates = try parameters.parsed("dates") { text throws(ImportError) in
      try DateForm(text)
    }
    if let words = try parameters.parsed("null", ColumnMapping.columns) {
      options.nullWords = NullWords(words)
    }
    options.trims = try parameters.flag("trim")
  }

  private static func setReader(
    _ request: Request, _ parameters: Parameters, _ options: inout ImportOptions
  ) throws {
    options.reader.format = try format(of: request, parameters)
    options.reader.encoding = try parameters.choice("encoding", TextEncoding.self)
    options.reader.hasHeader = try !parameters.flag("noHeader")
    options.reader.columns = try parameters.parsed("columns", ColumnMapping.columns)
    options.reader.path = parameters["path"]
    guard let text = parameters["delimiter"] else { return }
    guard text.count == 1, let delimiter = text.first.flatMap(Delimiter.init) else {
      throw Problem.parameter("delimiter", text, "must be one ASCII character")
    }
    options.reader.delimiter = delimiter
  }

  /// The day on which ages hold; today in UTC if it is not given.
  private static func day(_ text: String?) throws -> CalendarDate {
    let today = Date().formatted(.iso8601.year().month().day())
    guard let day = CalendarDate(text ?? today) else {
      throw Problem.parameter("asOf", text ?? today, "must be a day YYYY-MM-DD")
    }
    return day
  }

  private static func source(_ name: String?) throws -> String {
    guard let name else { return "file" }
    guard (1...255).contains(name.utf8.count),
      !name.unicodeScalars.contains(where: { $0.value < 32 })
    else {
      throw Problem.parameter(
        "source", String(name.prefix(60)), "must be 1 to 255 bytes without control characters")
    }
    return name
  }

  /// The format of a file by the parameter or by the type of the body; nil to find it by the
  /// content.
  ///
  /// - Throws: a problem for a type that a form of another site can send without being asked first.
  private static func format(of request: Request, _ parameters: Parameters) throws -> TableFormat? {
    let byType: TableFormat? =
      switch request.mediaType {
      case "text/csv": .csv
      case "text/tab-separated-values": .tsv
      case "application/json": .json
      case "application/x-ndjson": .ndjson
      case "text/vcard": .vcard
      case "application/octet-stream": nil
      default:
        throw Problem(
          .unsupportedMediaType, "type",
          "The body of the request must be text/csv, text/tab-separated-values, "
            + "application/json, application/x-ndjson, text/vcard or application/octet-stream")
      }
    return try parameters.choice("format", TableFormat.self) ?? byType
  }
}

extension Parameters {
  /// The value of a parameter as a part of the library reads it; nil if it is not given.
  fileprivate func parsed<Value>(
    _ name: String, _ parse: (String) throws(ImportError) -> Value
  ) throws -> Value? {
    guard let text = self[name] else { return nil }
    do throws(ImportError) {
      return try parse(text)
    } catch {
      throw Problem.parameter(name, text, "\(error)")
    }
  }
}
