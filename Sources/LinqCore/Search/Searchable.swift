/// A type whose values `search` finds by the words of their fields.
///
/// ```swift
/// extension Customer: Searchable {
///   static let searchFields = SearchFields(names: \.name, others: \.city, \.email)
/// }
/// ```
public protocol Searchable: Sendable {
  /// The fields in which a search looks.
  static var searchFields: SearchFields<Self> { get }
}

/// The fields in which a search looks.
public struct SearchFields<Row: Sendable>: Sendable {
  /// Returns the fields of an element of a query.
  private let expressions: @Sendable (QueryExpression<Row>) -> Fields<QueryExpression<String?>>

  /// Returns the texts of a value.
  private let texts: @Sendable (Row) -> Fields<String?>

  /// The key paths of the names, and of the other fields.
  package let keyPaths:
    (names: [any PartialKeyPath<Row> & Sendable], others: [any PartialKeyPath<Row> & Sendable])

  private struct Fields<Field> {
    var names: [Field] = []
    var others: [Field] = []
  }

  /// Creates the fields of a type.
  ///
  /// - Parameters:
  ///   - names: names, in the order by which equally good results are sorted. What is found in a
  ///     name comes first.
  ///   - others: other fields.
  public init<each Name: SearchableText, each Other: SearchableText>(
    names: repeat any KeyPath<Row, each Name> & Sendable,
    others: repeat any KeyPath<Row, each Other> & Sendable
  ) {
    var paths:
      (names: [any PartialKeyPath<Row> & Sendable], others: [any PartialKeyPath<Row> & Sendable])
    paths = ([], [])
    for path in repeat each names { paths.names.append(path) }
    for path in repeat each others { paths.others.append(path) }
    keyPaths = paths
    expressions = { row in
      var fields = Fields<QueryExpression<String?>>()
      for path in repeat each names {
        fields.names.append(row[dynamicMember: path].optionalText)
      }
      for path in repeat each others {
        fields.others.append(row[dynamicMember: path].optionalText)
      }
      return fields
    }
    texts = { row in
      var fields = Fields<String?>()
      for path in repeat each names { fields.names.append(row[keyPath: path].optionalText) }
      for path in repeat each others { fields.others.append(row[keyPath: path].optionalText) }
      return fields
    }
  }

  /// Returns the names of an element, by which equally good results are sorted.
  func names(of row: QueryExpression<Row>) -> [QueryExpression<String?>] { expressions(row).names }

  /// Returns the rank of an element in a search.
  ///
  /// - Parameter more: other texts in which the search looks.
  func rank(
    of row: QueryExpression<Row>, in text: QueryExpression<String>,
    also more: [QueryExpression<String?>] = []
  ) -> QueryExpression<Int?> {
    let fields = expressions(row)
    let others = fields.others + more
    return SearchFunction(names: fields.names.count, others: others.count)(
      text, fields.names, others)
  }

  /// Returns the names of a value, by which equally good results are sorted.
  package func names(of row: Row) -> [String?] { texts(row).names }

  /// Returns the words of a value.
  ///
  /// - Parameter more: other texts in which a search looks.
  package func words(of row: Row, also more: [String?] = []) -> SearchWords {
    let fields = texts(row)
    return SearchWords(
      names: fields.names.compactMap(\.self), others: (fields.others + more).compactMap(\.self))
  }
}

/// A text in which a search can look: `String`, or an optional of it.
public protocol SearchableText: Sendable {
  /// The text as an optional.
  var optionalText: String? { get }
  /// Returns an expression of the type as one of an optional.
  static func optionalText(_ expression: QueryExpression<Self>) -> QueryExpression<String?>
}

extension String: SearchableText {
  /// The text.
  public var optionalText: String? { self }

  /// Returns an expression of a text as one of an optional.
  public static func optionalText(
    _ expression: QueryExpression<String>
  ) -> QueryExpression<String?> { expression.wrapped() }
}

extension String?: SearchableText {
  /// The text, if there is one.
  public var optionalText: String? { self }

  /// Returns the expression.
  public static func optionalText(
    _ expression: QueryExpression<String?>
  ) -> QueryExpression<String?> { expression }
}

extension QueryExpression where Value: SearchableText {
  /// The text as an optional.
  var optionalText: QueryExpression<String?> { Value.optionalText(self) }
}
