package import LinqCore
internal import StoreSupport

/// A source that members of other sources lead to. It is named before it exists, because the rows
/// of two sources may refer to each other.
package final class TextReference<Row: Sendable>: Sendable {
  private let model = Locked<Model?>(nil)

  package init() {}

  /// Names the source.
  package func set(_ source: TextSource) { model.withLock { $0 = source.model } }

  fileprivate var rows: Model {
    guard let model = model.withLock({ $0 }) else { preconditionFailure("a source is named") }
    return model
  }
}

extension TextMember {
  /// Creates a member that is the first of an array of rows of another source. Its members are
  /// optional, as those of a `Related` row.
  package init<Other: Sendable>(
    _ name: String, of source: TextReference<Other>,
    firstOf rows: @escaping @Sendable (QueryExpression<Row>) -> QueryExpression<[Other]>
  ) {
    self.init(name) { row in
      let rows = rows(row)
      return Term(rows.first, .related(TypedExpression(rows), source.rows))
    }
  }

  /// Creates a member that is an array of rows of another source.
  package init<Other: Sendable>(
    _ name: String, of source: TextReference<Other>,
    rows: @escaping @Sendable (QueryExpression<Row>) -> QueryExpression<[Other]>
  ) {
    self.init(name) { Term(rows($0), .list(of: Other.self, source.rows)) }
  }
}

extension Model {
  /// Returns the model of a row that may be absent, with the members of the row.
  fileprivate static func related<Row: Sendable>(
    _ rows: TypedExpression<[Row]>, _ model: Model
  ) -> Model {
    let members = model.members.map { member in
      Member(name: member.name) { row in
        guard let row = (row as? TypedExpression<Row?>)?.expression,
          let inner = member.term(TypedExpression<Row>(row.unwrapped()))
        else { return nil }
        if let wrapped = inner.model.wrapped?.type {
          return wrapped.member(inner, of: row)
        }
        func open<Inner: AnyTypedExpression>(_ value: Inner) -> Term {
          .optional(row.map { _ in value.expression }, inner.model)
        }
        return open(inner.expression)
      }
    }
    return Model(
      name: model.name + "?", members: members, columns: model.columns,
      wrapped: .of(Row.self, model), rowsOfRelation: rows
    ) { value in
      if let row = value as? Row { return model.print(row) }
      if case .some(let row)? = value as? Row? { return model.print(row) }
      return .null
    }
  }
}
