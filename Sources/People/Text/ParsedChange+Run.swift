internal import LinqCore
public import LinqSQL
public import LinqText

extension RowUpdate: PropertyAssignments {}

extension ParsedChange {
  /// Makes the change, and returns the number of rows.
  ///
  /// ```swift
  /// try store.textForm.parseChange("where { $0.age == nil }.delete()", of: Person.self)?.run()
  /// // DELETE FROM person WHERE age IS NULL
  /// ```
  ///
  /// - Throws: `QueryChangeError`, `RowError`, `ExpressionError`.
  @discardableResult
  public func run() throws -> Int {
    try isDeletion ? rows.delete() : rows.update { assign(to: &$0) }
  }

  /// Makes the change without blocking the calling thread, and returns the number of rows.
  @discardableResult
  public func run() async throws -> Int {
    try await isDeletion ? rows.delete() : rows.update { assign(to: &$0) }
  }
}
