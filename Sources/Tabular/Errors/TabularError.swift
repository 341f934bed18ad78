/// Why a table cannot be read or written any further.
///
/// An error ends the whole file. What concerns one record only is a ``Rejection``, after which the
/// reader goes on with the next record. Every case names the file and, where there is one, the
/// 1-based line; ``description`` is a sentence for people with the remedy.
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
  /// The system refused to open or to read the file; `reason` is its own text.
  case cannotRead(path: String, reason: String)
  /// The system refused to create, write or rename the file; `reason` is its own text.
  case cannotWrite(path: String, reason: String)
  /// Whoever read our output has closed it. Programs usually end silently.
  case brokenPipe(path: String)
  /// There is not even a header (CSV, TSV) or not even a `[` (JSON).
  case empty(path: String)
  /// The file begins with the byte order mark of another encoding than UTF-8.
  case unsupportedEncoding(path: String, encoding: String)
  /// The header record is itself malformed, so that no column has a name.
  case invalidHeader(path: String, Rejection)
  /// Two columns of the header have the same name; `first` and `second` are 1-based.
  case duplicateColumn(path: String, name: String, first: Int, second: Int)
  /// More than `limit` columns in a header, or different keys in the objects read so far.
  case tooManyColumns(path: String, line: Int, limit: Int)
  /// A quote opened on `line` is never closed. Nothing after it can be trusted to be a record.
  case unclosedQuote(path: String, line: Int)
  /// The record that begins on `line` is longer than `limit` bytes.
  case recordTooLarge(path: String, line: Int, limit: Int)
  /// The JSON document is broken at `line`.
  case invalidJSON(path: String, line: Int, reason: String)
  /// NaN and the infinities have no text in any of the formats.
  case nonFiniteNumber(column: String, value: String)
  /// A record was written with another number of fields than there are columns.
  case wrongFieldCount(expected: Int, found: Int)
}

extension TabularError: CustomStringConvertible {
  /// One sentence that names the file, the place and the remedy.
  public var description: String {
    switch self {
    case .notFound(let path):
      "\(path): no such file"
    case .isDirectory(let path):
      "\(path): is a directory, not a file"
    case .cannotRead(let path, let reason):
      "\(path): cannot be read: \(reason)"
    case .cannotWrite(let path, let reason):
      "\(path): cannot be written: \(reason)"
    case .brokenPipe(let path):
      "\(path): the reader of the output has closed it"
    case .empty(let path):
      "\(path): is empty: a header or a JSON array is needed"
    case .unsupportedEncoding(let path, let encoding):
      "\(path): is \(encoding), only UTF-8 is read; convert it first: "
        + "iconv -f \(encoding) -t UTF-8"
    case .invalidHeader(let path, let rejection):
      "\(path): the header is malformed: \(rejection)"
    case .duplicateColumn(let path, let name, let first, let second):
      "\(path): columns \(first) and \(second) are both named \"\(name)\"; rename one of them"
    case .tooManyColumns(let path, let line, let limit):
      "\(path):\(line): more than \(limit) columns; check delimiter and format"
    case .unclosedQuote(let path, let line):
      "\(path):\(line): the quote opened on this line is never closed"
    case .recordTooLarge(let path, let line, let limit):
      "\(path):\(line): the record that begins here is longer than \(limit) bytes; "
        + "check its quotes or raise the limit"
    case .invalidJSON(let path, let line, let reason):
      "\(path):\(line): invalid JSON: \(reason)"
    case .nonFiniteNumber(let column, let value):
      "column \"\(column)\": \(value) cannot be written; write null instead"
    case .wrongFieldCount(let expected, let found):
      "a record of \(found) fields cannot be written to a table of \(expected) columns"
    }
  }
}
