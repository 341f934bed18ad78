public import LinqSQL

extension PersonGroup {
  /// Validates the group, as the store does before each write.
  ///
  /// - Throws: `RowValidationError` with every problem: an empty letter, items without an `id`,
  ///   which are not stored yet.
  public func validate() throws(RowValidationError) {
    var problems: [RowValidationError.Problem] = []
    if letter.isEmpty {
      problems.append(.init(field: "letter", value: letter, reason: "must not be empty"))
    }
    for (position, person) in items.enumerated() where person.id == 0 {
      problems.append(Self.notStored(person, at: position))
    }
    if !problems.isEmpty { throw RowValidationError(problems) }
  }

  /// Returns the problem of an item that is not stored.
  static func notStored(_ person: Person, at position: Int) -> RowValidationError.Problem {
    RowValidationError.Problem(
      field: "items[\(position)]", value: "\(person.fullName), id \(person.id)",
      reason: "must be stored: insert the person first")
  }
}
