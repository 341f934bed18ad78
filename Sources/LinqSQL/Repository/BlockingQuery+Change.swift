public import LinqCore

// The changes of a query, on the calling thread of an asynchronous function.

extension BlockingQuery where Element: Sendable {
  /// Deletes the rows of the query on the calling thread, and returns their number.
  ///
  /// ```swift
  /// try store.people.where { $0.email == nil }.blocking.delete()
  /// ```
  @discardableResult
  public func delete() throws -> Int { try query.delete() }

  /// Deletes the rows of the query on the calling thread, and returns them in its order.
  public func deleteReturning() throws -> [Element] { try query.deleteReturning() }

  /// Changes the rows of the query on the calling thread, and returns their number.
  @discardableResult
  public func update(_ changes: (inout RowUpdate<Element>) -> Void) throws -> Int {
    try query.update(changes)
  }

  /// Changes the rows of the query on the calling thread, and returns each before and after, in its
  /// order.
  public func updateReturning(
    _ changes: (inout RowUpdate<Element>) -> Void
  ) throws -> [ChangedRow<Element>] { try query.updateReturning(changes) }
}
