// The characters of a string, tested one at a time.

extension QueryExpression where Value: StringProtocol & Sendable {
  /// Returns the number of characters for which a predicate is true.
  ///
  /// ```swift
  /// people.where { $0.name.count { $0.isUppercase } > 1 }
  /// // SELECT … FROM person WHERE (SELECT count(*)
  /// // FROM temp.json_each(swift_characters(person.name)) AS t1
  /// // WHERE swift_is_uppercase(value)) > ? ORDER BY id
  /// ```
  public func count(
    where predicate: (QueryExpression<Character>) -> QueryExpression<Bool>
  ) -> QueryExpression<Int> { characters.count { predicate($0.onlyCharacter) } }

  /// Returns whether a predicate is true for at least one character.
  public func contains(
    where predicate: (QueryExpression<Character>) -> QueryExpression<Bool>
  ) -> QueryExpression<Bool> { characters.any { predicate($0.onlyCharacter) } }

  /// Returns whether a predicate is true for all characters; `true` if there are none.
  public func allSatisfy(
    _ predicate: (QueryExpression<Character>) -> QueryExpression<Bool>
  ) -> QueryExpression<Bool> { characters.all { predicate($0.onlyCharacter) } }

  /// Returns the characters for which a predicate is true, as a string.
  ///
  /// ```swift
  /// people.select { $0.name.filter { $0.isLetter } }
  /// ```
  public func filter(
    _ predicate: (QueryExpression<Character>) -> QueryExpression<Bool>
  ) -> QueryExpression<String> { characters.where { predicate($0.onlyCharacter) }.joined() }

  /// The characters, each as a string.
  private var characters: QueryExpression<[String]> {
    let text = asString.expressionValue
    return QueryExpression<[String]>(.function(charactersOfText, [asString.expressionNode])) {
      try text($0).map { String($0) }
    }
  }
}

extension QueryExpression where Value == String {
  /// The character of a string that has one.
  fileprivate var onlyCharacter: QueryExpression<Character> {
    let text = expressionValue
    return QueryExpression<Character>(expressionNode.form) { Character(try text($0)) }
  }
}

/// The characters as engines get them.
private let charactersOfText = TextListFunction("swift_characters", argumentCount: 1) { arguments in
  try String.read(from: arguments, at: 0).map { String($0) }
}
