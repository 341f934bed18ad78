public import Foundation
public import StoreEngine

/// The reason why a row was not written, with its table and fields.
///
/// ```swift
/// do {
///   try await store.people.insert(Person(name: "", surname: "", age: -1))
/// } catch RowError.invalid(_, let error) {
///   for problem in error.problems { print(problem.field, problem.reason) }
///   // name must not be empty
///   // age must not be negative
/// }
/// ```
public enum RowError: Error, Sendable, Hashable {
  /// The values of the row do not pass the validation.
  case invalid(table: String, RowValidationError)
  /// Another row has the same key, or the same value in fields that must be unique. There are no
  /// fields if the unique index is on an expression.
  case duplicate(table: String, fields: [String])
  /// A field has no value, or one that the schema rejects; `rule` names the constraint.
  case refused(table: String, fields: [String], rule: String)
  /// The row refers to one that does not exist, or other rows refer to the row that was to be
  /// deleted.
  case missingReference(table: String)
  /// There is no row with this key.
  case notFound(table: String, key: RowKey)
  /// The row with this key has been changed since it was read: see `Table.versioned(by:)`.
  case outdated(table: String, key: RowKey)

  /// Creates the error for a constraint violation; `table` is used if the violation names no table.
  public init(_ violation: ConstraintViolation, table: String) {
    let place = violation.table ?? table
    switch violation.kind {
    case .unique, .primaryKey: self = .duplicate(table: place, fields: violation.columns)
    case .foreignKey: self = .missingReference(table: place)
    case .notNull, .check, .type, .other:
      self = .refused(
        table: place, fields: violation.columns,
        rule: violation.constraint ?? violation.error.message)
    }
  }
}

extension RowError: CustomStringConvertible, LocalizedError {
  /// The reason, as a sentence.
  public var description: String {
    switch self {
    case .invalid(let table, let error): "\(table): \(error.description)"
    case .duplicate(let table, let fields):
      "\(table): another row has the same "
        + (fields.isEmpty ? "values of an index of expressions" : fields.joined(separator: " and "))
    case .refused(let table, let fields, let rule):
      (fields.isEmpty ? table : fields.map { "\(table).\($0)" }.joined(separator: ", "))
        + ": \(rule)"
    case .missingReference(let table):
      "\(table): it refers to a row that does not exist, or is still referred to"
    case .notFound(let table, let key): "\(table): there is no row with key \(key)"
    case .outdated(let table, let key):
      "\(table): the row with key \(key) has been changed since it was read"
    }
  }

  /// The same text as `description`.
  public var errorDescription: String? { description }
}

/// The problems with the values of a row, field by field.
public struct RowValidationError: Error, Sendable, Hashable {
  /// A problem with one field.
  public struct Problem: Sendable, Hashable {
    /// The name of the field.
    public let field: String
    /// The value of the field, as text.
    public let value: String
    /// The problem, as the rest of a sentence that begins with the field: `must not be empty`.
    public let reason: String

    /// Creates a problem.
    public init(field: String, value: String, reason: String) {
      self.field = field
      self.value = value
      self.reason = reason
    }
  }

  /// The problems, at least one.
  public let problems: [Problem]

  /// Creates an error. There must be at least one problem.
  public init(_ problems: [Problem]) {
    precondition(!problems.isEmpty, "an error without a problem")
    self.problems = problems
  }
}

extension RowValidationError: CustomStringConvertible, LocalizedError {
  /// Each field with its problem and its value.
  public var description: String {
    problems.map { "\($0.field) \($0.reason) (\($0.value.debugDescription))" }
      .joined(separator: "; ")
  }

  /// The same text as `description`.
  public var errorDescription: String? { description }
}
