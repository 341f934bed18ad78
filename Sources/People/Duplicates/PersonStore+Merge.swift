internal import StoreEngine

extension PersonStore {
  /// Merges two people in one transaction, and returns what was chosen.
  ///
  /// ```swift
  /// let merge = try await store.merge(57, into: 42, taking: [.email])
  /// merge.person.id                     // 42, with all attributes and groups of both
  /// ```
  ///
  /// See ``StoreTransaction/merge(_:into:taking:)``.
  @discardableResult
  public func merge(
    _ removed: Int64, into kept: Int64, taking fields: Set<PersonMerge.Field> = []
  ) async throws -> PersonMerge {
    try await write(retrying: ConnectionPool.attempts) {
      try $0.merge(removed, into: kept, taking: fields)
    }
  }

  /// Merges two people on the calling thread, and returns what was chosen.
  @discardableResult
  public func merge(
    _ removed: Int64, into kept: Int64, taking fields: Set<PersonMerge.Field> = []
  ) throws -> PersonMerge {
    try write(retrying: ConnectionPool.attempts) {
      try $0.merge(removed, into: kept, taking: fields)
    }
  }

  /// Merges two people as it was chosen before, in one transaction. See
  /// ``StoreTransaction/merge(_:)``.
  @discardableResult
  public func merge(_ choice: PersonMerge) async throws -> PersonMerge {
    try await write(retrying: ConnectionPool.attempts) { try $0.merge(choice) }
  }

  /// Merges two people as it was chosen before, on the calling thread.
  @discardableResult
  public func merge(_ choice: PersonMerge) throws -> PersonMerge {
    try write(retrying: ConnectionPool.attempts) { try $0.merge(choice) }
  }
}
