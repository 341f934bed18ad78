internal import LinqCore

/// The operator `expand` on rows that a key identifies.
protocol ExpansionHooks: Sendable {
  /// Returns the rows of a query and those to which a list leads from them; nil for other rows.
  func expand(
    _ query: any AnyTypedQuery, _ rows: any AnyTypedExpression
  ) -> (any AnyTypedQuery)?
}

struct KeyExpansion<Row: Sendable, Key: Hashable & Comparable>: ExpansionHooks {
  let key: any KeyPath<Row, Key> & Sendable

  func expand(
    _ query: any AnyTypedQuery, _ rows: any AnyTypedExpression
  ) -> (any AnyTypedQuery)? {
    guard let query = (query as? TypedQuery<Row>)?.query,
      let rows = (rows as? TypedExpression<[Row]>)?.expression
    else { return nil }
    return TypedQuery(query.expand(by: key) { _ in rows })
  }
}

/// The operator on rows that are identified by their `id`.
struct IdentityExpansion<Row: Identifiable & Sendable>: ExpansionHooks where Row.ID: Comparable {
  func expand(
    _ query: any AnyTypedQuery, _ rows: any AnyTypedExpression
  ) -> (any AnyTypedQuery)? {
    guard let key = (query as? TypedQuery<Row>)?.query.idPath else { return nil }
    return KeyExpansion(key: key).expand(query, rows)
  }
}

/// Finds out whether rows have an `id` with an order.
enum IdentifiedRows<Row: Sendable> {
  /// The operator on the rows; nil without such an `id`.
  static var expansion: (any ExpansionHooks)? {
    (Self.self as? any AnyIdentifiedRows.Type)?.hooks
  }
}

private protocol AnyIdentifiedRows {
  static var hooks: any ExpansionHooks { get }
}

extension IdentifiedRows: AnyIdentifiedRows where Row: Identifiable, Row.ID: Comparable {
  fileprivate static var hooks: any ExpansionHooks { IdentityExpansion<Row>() }
}
