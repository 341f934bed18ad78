public import Foundation
public import StoreSQLite

/// Why a row was not written, with the table and the fields it is about.
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
  /// The row's own values are not valid.
  case invalid(table: String, RowValidationError)
  /// Another row has the same value in fields that must be unique, or the same key. Without fields
  /// where the index is one on an expression.
  case duplicate(table: String, fields: [String])
  /// A field has no value, or one that the schema refuses; `rule` names the constraint.
  case refused(table: String, fields: [String], rule: String)
  /// The row refers to one that does not exist, or others refer to the row that was to be deleted.
  case missingReference(table: String)
  /// There is no row with this key.
  case notFound(table: String, key: Int64)

  /// A constraint violation of the database as an error of a table's row.
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
  /// What is wrong, in a sentence.
  public var description: String {
    switch self {
    case .invalid(let table, let error): "\(table): \(error.description)"
    case .duplicate(let table, let fields):
      "\(table): another row has the same \(fields.joined(separator: " and "))"
    case .refused(let table, let fields, let rule):
      (fields.isEmpty ? table : fields.map { "\(table).\($0)" }.joined(separator: ", "))
        + ": \(rule)"
    case .missingReference(let table):
      "\(table): it refers to a row that does not exist, or is still referred to"
    case .notFound(let table, let key): "\(table): there is no row with key \(key)"
    }
  }

  /// The same text as `description`.
  public var errorDescription: String? { description }
}

/// What is wrong with the values of a row, field by field.
public struct RowValidationError: Error, Sendable, Hashable {
  /// One thing that is wrong with one field.
  public struct Problem: Sendable, Hashable {
    /// The field.
    public let field: String
    /// Its value, as text.
    public let value: String
    /// What is wrong with it, as the rest of a sentence: `must not be empty`.
    public let reason: String

    /// A problem from its parts.
    public init(field: String, value: String, reason: String) {
      self.field = field
      self.value = value
      self.reason = reason
    }
  }

  /// All that is wrong; at least one.
  public let problems: [Problem]

  /// An error of at least one problem.
  public init(_ problems: [Problem]) {
    precondition(!problems.isEmpty, "an error without a problem")
    self.problems = problems
  }
}

extension RowValidationError: CustomStringConvertible, LocalizedError {
  /// Each field with what is wrong with it.
  public var description: String {
    problems.map { "\($0.field) \($0.reason) (\($0.value.debugDescription))" }
      .joined(separator: "; ")
  }

  /// The same text as `description`.
  public var errorDescription: String? { description }
}
