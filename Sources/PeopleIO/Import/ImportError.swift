public import Foundation
internal import Tabular

/// The reason why nothing was imported.
public enum ImportError: Error, Sendable, Equatable {
  /// The mapping of fields to columns is not well formed.
  case invalidMapping(String)
  /// The file has no column for a field that a person must have.
  case missingColumn(field: PersonField, wanted: String, columns: [String])
  /// A mapping names a column that the file does not have.
  case unknownColumn(field: PersonField, column: String, columns: [String])
  /// Several columns of the file have the name of one field.
  case ambiguousColumns(field: PersonField, columns: [String])
  /// More rows were rejected than allowed. `last` is the one that exceeded the limit.
  case tooManyRejections(limit: Int, last: RejectedRow)
}

extension ImportError: CustomStringConvertible, LocalizedError {
  /// The problem, and how to solve it.
  public var description: String {
    switch self {
    case .invalidMapping(let reason): return "the mapping is wrong: \(reason)"
    case .missingColumn(let field, let wanted, let columns):
      return "no column \(wanted) for \(field.rawValue); the file has: "
        + "\(columns.joined(separator: ", ")). Map one with \(field.rawValue)=COLUMN"
    case .unknownColumn(let field, let column, let columns):
      return "\(field.rawValue) is mapped to \(column), which the file does not have; it has: "
        + columns.joined(separator: ", ")
    case .ambiguousColumns(let field, let columns):
      return "the columns \(columns.joined(separator: ", ")) are all named like \(field.rawValue); "
        + "map one with \(field.rawValue)=COLUMN"
    case .tooManyRejections(let limit, let last):
      let text =
        limit == 0
        ? "\(last); nothing was imported (allow rejected rows to import the others)"
        : "more than \(limit) rows rejected, the last one at \(last); nothing was imported"
      guard last.rejection.reason == .invalidUTF8 else { return text }
      return text + ". Or \(Rejection.encodingAdvice)"
    }
  }

  /// The same text as `description`.
  public var errorDescription: String? { description }
}
