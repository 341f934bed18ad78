public import Foundation
public import Tabular

/// The reason why nothing was imported.
public enum ImportError: Error, Sendable, Equatable {
  /// The mapping of fields to columns is not well formed.
  case invalidMapping(String)
  /// The file has no column for a field that a person must have.
  case missingColumn(field: PersonField, columns: [String])
  /// A mapping names a column that the file does not have. `purpose` is the field or the option.
  case unknownColumn(purpose: String, column: String, columns: [String])
  /// The form of days is not well formed.
  case invalidDateForm(String, reason: String)
  /// The key by which people are found is not well formed, or the file has no column for it.
  case invalidKey(String, reason: String)
  /// People who are stored already are to be kept or changed, and nothing in the file says who is.
  case nobodyIsFound
  /// More rows were rejected than allowed. `last` is the one that exceeded the limit.
  case tooManyRejections(limit: Int, last: RejectedRow)
}

extension ImportError: CustomStringConvertible, LocalizedError {
  /// The problem, and how to solve it.
  public var description: String {
    switch self {
    case .invalidMapping(let reason): return "the mapping is wrong: \(reason)"
    case .missingColumn(let field, let columns):
      return "no column is the \(field.rawValue) of people; the file has: \(Self.list(columns)). "
        + "Map one with \(field.rawValue)=COLUMN, or \(field.rawValue)=#N for the Nth column"
    case .unknownColumn(let purpose, let column, let columns):
      return "there is no column \(column) for \(purpose); the file has: \(Self.list(columns))"
    case .invalidDateForm(let form, let reason):
      return "'\(form)' is not a form of days: \(reason). Write it with %d, %m and %Y, such as "
        + "%d/%m/%Y; %b is a month's name, %y a year of two digits"
    case .invalidKey(let key, let reason):
      return "people cannot be found by '\(key)': \(reason). A key is fields and attributes.NAME "
        + "with commas between them"
    case .nobodyIsFound:
      return
        "nothing in the file says who is stored already: no column is an e-mail address or the "
        + "id. Name what people are found by (--key), such as name,surname,birthDate"
    case .tooManyRejections(let limit, let last):
      let text =
        limit == 0
        ? "\(last); nothing was imported (allow rejected rows to import the others)"
        : "more than \(limit) rows rejected, the last one at \(last); nothing was imported"
      return text + (last.rejection.advice.map { ". Or \($0)" } ?? "")
    }
  }

  private static func list(_ columns: [String]) -> String {
    columns.enumerated().map { $1.isEmpty ? "#\($0 + 1)" : $1 }.joined(separator: ", ")
  }

  /// The same text as `description`.
  public var errorDescription: String? { description }
}
