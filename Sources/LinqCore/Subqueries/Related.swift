/// The row that another one refers to, in an expression of a query: a relation to one.
///
/// Members of the row are optional, because the row may be absent.
///
/// ```swift
/// extension QueryExpression<Order> {
///   var customer: Related<Customer> {
///     Related(Customer.table.rows.matching(\.id, equals: self.customerID))
///   }
/// }
///
/// orders.where { $0.customer.city == "Oslo" }
/// // SELECT … FROM purchase_order
/// // WHERE (SELECT city FROM customer WHERE id = purchase_order.customer_id) IS ? ORDER BY id
/// ```
///
/// Relations of the row are its members too: `$0.customer.country.name`.
@dynamicMemberLookup
public struct Related<Row: Sendable>: Sendable {
  // The name is unlikely for a property of a row.
  /// The row as a value, or nil if it is absent.
  ///
  /// ```swift
  /// orders.select { ($0.id, $0.customer.relatedRow) }
  /// ```
  public let relatedRow: QueryExpression<Row?>

  /// The array whose first element the row is; nil for a relation of another one's row.
  let rows: QueryExpression<[Row]>?

  /// Creates a relation to the first element of an array.
  public init(_ rows: QueryExpression<[Row]>) {
    (self.rows, relatedRow) = (rows, rows.first)
  }

  private init(_ row: QueryExpression<Row?>) { (rows, relatedRow) = (nil, row) }

  /// Returns a member of the row, or nil if the row is absent.
  public subscript<Member>(
    dynamicMember keyPath: any KeyPath<Row, Member> & Sendable
  ) -> QueryExpression<Member?> { relatedRow.map { $0[dynamicMember: keyPath] } }

  /// Returns an optional member of the row, or nil if the row is absent.
  public subscript<Member>(
    dynamicMember keyPath: any KeyPath<Row, Member?> & Sendable
  ) -> QueryExpression<Member?> { relatedRow.flatMap { $0[dynamicMember: keyPath] } }

  /// Returns the row that the row refers to.
  public subscript<Other>(
    dynamicMember keyPath: KeyPath<QueryExpression<Row>, Related<Other>>
  ) -> Related<Other> {
    Related<Other>(relatedRow.flatMap { $0[keyPath: keyPath].relatedRow })
  }

  /// Returns a property that is declared for expressions, such as the number of related rows, or
  /// nil if the row is absent.
  public subscript<Member>(
    dynamicMember keyPath: KeyPath<QueryExpression<Row>, QueryExpression<Member>>
  ) -> QueryExpression<Member?> { relatedRow.map { $0[keyPath: keyPath] } }

  /// Returns whether the row is absent.
  public static func == (row: Self, _: _OptionalNilComparisonType) -> QueryExpression<Bool> {
    row.relatedRow.comparedWithNil(true)
  }

  /// Returns whether there is a row.
  public static func != (row: Self, _: _OptionalNilComparisonType) -> QueryExpression<Bool> {
    row.relatedRow.comparedWithNil(false)
  }
}
