/// The rank of a row in a search, as a function of SQL: the arguments are the text, and the fields.
///
/// ```sql
/// swift_search_2_1(?, surname, name, email)       -- two names, one other field
/// ```
package struct SearchFunction: AnyQueryFunction {
  private let nameCount: Int
  private let otherCount: Int

  package init(names: Int, others: Int) {
    nameCount = names
    otherCount = others
  }

  /// Returns whether the function searches in a number of names, of a number of fields.
  package func isSearch(names: Int, of fields: Int) -> Bool {
    nameCount == names && nameCount + otherCount == fields
  }

  package var name: String { "swift_search_\(nameCount)_\(otherCount)" }
  package var argumentCount: Int { 1 + nameCount + otherCount }
  package var canFail: Bool { false }
  package var resultType: Any.Type { Int?.self }

  package var call: FunctionCall? {
    let nameCount = nameCount
    let otherCount = otherCount
    return { arguments in
      func texts(_ places: Range<Int>) throws -> [String] {
        try places.compactMap {
          arguments.isNull($0) ? nil : try String.read(from: arguments, at: $0)
        }
      }
      guard !arguments.isNull(0) else { return .null }
      let text = try String.read(from: arguments, at: 0)
      let names = try texts(1..<(1 + nameCount))
      let others = try texts((1 + nameCount)..<(1 + nameCount + otherCount))
      return Self.rank(text, names, others).map { .integer(Int64($0)) } ?? .null
    }
  }

  /// Returns the rank as an expression.
  func callAsFunction(
    _ text: QueryExpression<String>, _ names: [QueryExpression<String?>],
    _ others: [QueryExpression<String?>]
  ) -> QueryExpression<Int?> {
    let arguments = [text.expressionNode] + (names + others).map(\.expressionNode)
    let (text, nameValues) = (text.expressionValue, names.map(\.expressionValue))
    let otherValues = others.map(\.expressionValue)
    return QueryExpression<Int?>(.function(self, arguments)) { scope in
      Self.rank(
        try text(scope), try nameValues.compactMap { try $0(scope) },
        try otherValues.compactMap { try $0(scope) })
    }
  }

  private static func rank(_ text: String, _ names: [String], _ others: [String]) -> Int? {
    SearchText.reading(text).rank(in: SearchWords(names: names, others: others))
  }
}
