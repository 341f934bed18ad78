internal import LinqCore

extension SQLExpression {
  /// Returns whether two expressions of one statement have the same value for each row and in each
  /// run: they have the same form, and their parameters bind the same.
  func isSame(as other: SQLExpression) -> Bool {
    switch (self, other) {
    // That a value is not NULL is known, but not written.
    case (.known(let left), _): left.isSame(as: other)
    case (_, .known(let right)): isSame(as: right)
    case (.column(let left, let source), .column(let right, let another)):
      left == right && source == another
    case (.parameter(let left), .parameter(let right)): left.isSame(as: right)
    case (.number(let left), .number(let right)): left == right
    case (.null, .null): true
    case (.binary(let left, let a, let b), .binary(let right, let c, let d)):
      left == right && a.isSame(as: c) && b.isSame(as: d)
    case (.not(let left), .not(let right)), (.negate(let left), .negate(let right)),
      (.unindexed(let left), .unindexed(let right)),
      (.countDistinct(let left), .countDistinct(let right)):
      left.isSame(as: right)
    case (.call(let function, let left), .call(let another, let right)):
      function == another && left.areSame(as: right)
    case (.function(let function, let left), .function(let another, let right)):
      function.isSame(as: another) && left.areSame(as: right)
    case (.ordered(let function, let a, let order), .ordered(let another, let b, let otherOrder)):
      function == another && a.areSame(as: b) && order.areSame(as: otherOrder)
    case (.conditional(let a, let b, let c), .conditional(let d, let e, let f)):
      a.isSame(as: d) && b.isSame(as: e) && c.isSame(as: f)
    case (.isIn(let left, let list), .isIn(let right, let another)):
      left.isSame(as: right) && list.areSame(as: another)
    case (.isInJSON(let a, let b), .isInJSON(let c, let d)): a.isSame(as: c) && b.isSame(as: d)
    case (.cast(let left, let type), .cast(let right, let another)):
      type == another && left.isSame(as: right)
    case (.count(let left), .count(let right)): left.isSame(as: right)
    case (.json(let left, let path, let kind), .json(let right, let another, let otherKind)):
      path == another && kind == otherKind && left.isSame(as: right)
    case (.over(let left, let window), .over(let right, let another)):
      left.isSame(as: right) && window.frame == another.frame
        && window.partition.areSame(as: another.partition)
        && window.order.areSame(as: another.order)
    case (.decoded(let left, let encoding), .decoded(let right, let another)):
      encoding == another && left.isSame(as: right)
    case (.encoded(let left, let encoding, let use), .encoded(let right, let another, let other)):
      encoding == another && use == other && left.isSame(as: right)
    case (.row(let left), .row(let right)): left.areSame(as: right)
    case (.exists(let left), .exists(let right)), (.scalar(let left), .scalar(let right)):
      left.isSame(as: right)
    case (.isInStatement(let left, let statement), .isInStatement(let right, let another)):
      left.isSame(as: right) && statement.isSame(as: another)
    default: false
    }
  }
}

extension SelectStatement {
  /// Returns whether two statements have the same clauses.
  fileprivate func isSame(as other: SelectStatement) -> Bool {
    source.isSame(as: other.source) && sourceName == other.sourceName
      && output.map(\.count) == other.output.map(\.count)
      && zip(output ?? [], other.output ?? []).allSatisfy { $0.name == $1.name }
      && returned.areSame(as: other.returned) && filters.areSame(as: other.filters)
      && grouping.map(\.keepsFirst) == other.grouping.map(\.keepsFirst)
      && (grouping?.keys ?? []).areSame(as: other.grouping?.keys ?? [])
      && (grouping?.having ?? []).areSame(as: other.grouping?.having ?? [])
      && isOrdered == other.isOrdered && order.areSame(as: other.order)
      && limit.isSame(as: other.limit) && offset.isSame(as: other.offset)
  }
}

extension SelectStatement.Source {
  fileprivate func isSame(as other: SelectStatement.Source) -> Bool {
    switch (self, other) {
    case (.table(let left), .table(let right)): left == right
    case (.statement(let left), .statement(let right)): left.isSame(as: right)
    case (.union(let a, let b), .union(let c, let d)): a.isSame(as: c) && b.isSame(as: d)
    case (.join(let kind, let a, let b, let left), .join(let another, let c, let d, let right)):
      kind == another && a.name == c.name && b.name == d.name && a.source.isSame(as: c.source)
        && b.source.isSame(as: d.source) && left.isSame(as: right)
    case (.list(let left, let isObject), .list(let right, let isOther)):
      isObject == isOther && left.isSame(as: right)
    case (.candidates(let left), .candidates(let right)): left.isSame(as: right)
    case (.nothing, .nothing): true
    default: false
    }
  }
}

extension [SQLExpression] {
  fileprivate func areSame(as others: [SQLExpression]) -> Bool {
    count == others.count && zip(self, others).allSatisfy { $0.isSame(as: $1) }
  }
}

extension SQLExpression? {
  fileprivate func isSame(as other: SQLExpression?) -> Bool {
    switch (self, other) {
    case (let left?, let right?): left.isSame(as: right)
    case (nil, nil): true
    default: false
    }
  }
}

extension [OrderTerm] {
  fileprivate func areSame(as others: [OrderTerm]) -> Bool {
    count == others.count
      && zip(self, others).allSatisfy {
        $0.isDescending == $1.isDescending && $0.isNullable == $1.isNullable
          && $0.expression.isSame(as: $1.expression)
      }
  }
}
