package import People

extension PersonStore {
  /// Stores people whose ages no program can write any more: chains must be right for the numbers
  /// that a column may hold.
  @discardableResult
  package func insertOfAnyAge(_ people: [Person]) throws -> [Person] {
    try Repository(Person.table.validated { _ in }, in: pool).insert(people)
  }
}
