/// The reason why a table cannot be read or written any further.
///
/// An error ends the whole file. A problem with a single record is a ``Rejection``, after which the
/// reader continues with the next record. Every case names the file and, if there is one, the
/// 1-based line; ``description`` is a readable sentence with the solution.
///
/// ```swift
/// do {
///   try export(to: ByteSink(path: path))
/// } catch TabularError.brokenPipe {
///   return  // The reader of our output has seen enough: `personstore export | head`.
/// }
/// ```
public enum TabularError: Error, Equatable, Sendable {
  /// There is no file of this name.
  case notFound(path: String)
  /// The path names a directory where a file is needed.
  case isDirectory(path: String)
  /// The system could not open or read the file; `reason` is its own message, and `code` its number
  /// (`errno`), if there is one.
  case cannotRead(path: String, reason: String, code: Int32? = nil)
  /// The file is compressed with gzip, and is cut off or damaged.
  case cannotInflate(path: String, reason: String)
  /// What was compressed with gzip is larger than `limit` bytes.
  case inflatedTooLarge(path: String, limit: Int)
  /// The system could not create, write or rename the file; `reason` is its own message, and `code`
  /// its number (`errno`), if there is one.
  case cannotWrite(path: String, reason: String, code: Int32? = nil)
  /// The reader of the output has closed it. Programs usually end silently.
  case brokenPipe(path: String)
  /// The file has no header (CSV, TSV) or no `[` (JSON).
  case empty(path: String)
  /// The file is no table in one of the formats, but something else, such as an archive, a web page
  /// or a text in UTF-32. `kind` says what it is, `advice` what to do.
  case otherContent(path: String, kind: String, advice: String)
  /// The file ends in the middle of a character.
  case incompleteCharacter(path: String, encoding: TextEncoding)
  /// The header itself is malformed, so that the columns have no names.
  case invalidHeader(path: String, Rejection)
  /// Several columns of the header have no name; their numbers are 1-based.
  case unnamedColumns(path: String, numbers: [Int])
  /// Two columns of the header have the same name; `first` and `second` are 1-based.
  case duplicateColumn(path: String, name: String, first: Int, second: Int)
  /// The number of given names is not the number of fields of the first record.
  case wrongColumnCount(path: String, line: Int, given: Int, found: Int)
  /// There are more than `limit` columns in a header, or different keys in the objects read so far.
  case tooManyColumns(path: String, line: Int, limit: Int)
  /// A quote opened on `line` is never closed. The text after it cannot be split into records.
  case unclosedQuote(path: String, line: Int)
  /// A quote opened on `line` of a TSV file encloses line ends and tabs. Either it is a character,
  /// and what it encloses is several rows, or the field has them.
  case joinedRows(path: String, line: Int)
  /// The record that begins on `line` is longer than `limit` bytes.
  case recordTooLarge(path: String, line: Int, limit: Int)
  /// The JSON document is malformed at `line`.
  case invalidJSON(path: String, line: Int, reason: String)
  /// The JSON document is an object without an array at a path, or without an array of objects if
  /// `at` is nil. `members` are the first names in it; there are none if it is no object.
  case noArray(path: String, line: Int, at: String?, members: [String])
  /// The JSON document is an object of objects, whose keys would be in no column.
  case objectOfObjects(path: String, line: Int)
  /// Several arrays of objects in a JSON document may be the records; or one inside of other
  /// objects, which is found by reading the document twice, and it comes from a pipe. `paths` are
  /// the first ones.
  case severalArrays(path: String, line: Int, paths: [String])
  /// NaN and infinities cannot be written in any of the formats.
  case nonFiniteNumber(column: String, value: String)
  /// The number of fields of a written record is not the number of columns.
  case wrongFieldCount(expected: Int, found: Int)
}

extension TabularError: CustomStringConvertible {
  /// A sentence with the file, the line and the solution.
  public var description: String {
    switch self {
    case .notFound(let path):
      "\(path): no such file"
    case .isDirectory(let path):
      "\(path): is a directory, not a file"
    case .cannotRead(let path, let reason, _):
      "\(path): cannot be read: \(reason)"
    case .cannotInflate(let path, let reason):
      "\(path): cannot be decompressed: \(reason); get the file again"
    case .inflatedTooLarge(let path, let limit):
      "\(path): is larger than \(limit) bytes when it is decompressed"
    case .cannotWrite(let path, let reason, _):
      "\(path): cannot be written: \(reason)"
    case .brokenPipe(let path):
      "\(path): the reader of the output has closed it"
    case .empty(let path):
      "\(path): is empty: a header or a JSON array is needed"
    case .otherContent(let path, let kind, let advice):
      "\(path): is \(kind), and not CSV, TSV, JSON, NDJSON or vCard in UTF-8; \(advice)"
    case .incompleteCharacter(let path, let encoding):
      "\(path): ends in the middle of a character of \(encoding.rawValue); the file is cut off, or "
        + "in another encoding"
    case .invalidHeader(let path, let rejection):
      "\(path): the header is malformed: \(rejection)"
        + (rejection.advice.map { "; \($0)" } ?? "")
    case .unnamedColumns(let path, let numbers):
      "\(path): columns \(numbers.map(String.init).joined(separator: ", ")) have no name in the "
        + "header; name them or remove them"
    case .duplicateColumn(let path, let name, let first, let second):
      "\(path): columns \(first) and \(second) are both named \"\(name)\"; rename one of them"
    case .wrongColumnCount(let path, let line, let given, let found):
      "\(path):\(line): the record has \(found) fields, but \(given) columns are named; "
        + "name each of them, and check the delimiter"
    case .tooManyColumns(let path, let line, let limit):
      "\(path):\(line): more than \(limit) columns; check delimiter and format"
    case .unclosedQuote(let path, let line):
      "\(path):\(line): the quote opened on this line is never closed; close it, or "
        + Rejection.quoteAdvice
    case .joinedRows(let path, let line):
      "\(path):\(line): the quote opened on this line is closed on a later one, so that rows would "
        + "be joined; \(Rejection.quoteAdvice), or the field with its line ends with --quote double"
    case .recordTooLarge(let path, let line, let limit):
      "\(path):\(line): the record that begins here is longer than \(limit) bytes; "
        + "check its quotes or raise the limit"
    case .invalidJSON(let path, let line, let reason):
      "\(path):\(line): invalid JSON: \(reason)"
    case .noArray(let path, let line, let place?, let members):
      "\(path):\(line): there is no array at \(place); "
        + (members.isEmpty
          ? "the document is no object, so leave out the path"
          : "choose one below \(members.joined(separator: ", "))")
    case .noArray(let path, let line, nil, let members):
      "\(path):\(line): the object has no array of objects among its members "
        + "(\(members.joined(separator: ", "))); name the way to the array with --path, such as "
        + "--path data.people"
    case .objectOfObjects(let path, let line):
      "\(path):\(line): is an object of objects, not an array; "
        + "make it one: jq '[to_entries[] | {key} + .value]'"
    case .severalArrays(let path, let line, let paths):
      "\(path):\(line): \(paths.joined(separator: ", ")) "
        + (paths.count == 1
          ? "is the array of objects; say so, because it is inside of another object: "
          : "are arrays of objects; choose one, such as ") + "--path \(paths.first ?? "")"
    case .nonFiniteNumber(let column, let value):
      "column \"\(column)\": \(value) cannot be written; write null instead"
    case .wrongFieldCount(let expected, let found):
      "a record of \(found) fields cannot be written to a table of \(expected) columns"
    }
  }
}
