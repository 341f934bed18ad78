/// The rows that an open transaction has changed, in order.
package struct UncommittedChanges {
  package let rows: [RowChange]
  /// How often changes have been undone.
  private let removals: Int

  package init(rows: [RowChange], removals: Int) {
    self.rows = rows
    self.removals = removals
  }

  /// A place among the changes.
  package struct Mark {
    fileprivate var count = 0
    fileprivate var removals = -1

    package init() {}
  }

  /// The place after all of them.
  package var end: Mark {
    var mark = Mark()
    (mark.count, mark.removals) = (rows.count, removals)
    return mark
  }

  /// Returns the changes after a place; all of them if some before it have been undone.
  package func since(_ mark: Mark) -> ArraySlice<RowChange> {
    mark.removals == removals ? rows[min(mark.count, rows.count)...] : rows[...]
  }
}

/// Records the rows that a connection changes.
package protocol RecordsChanges: AnyObject {
  /// The changed rows of the open transaction; nil if not all are known.
  var uncommitted: UncommittedChanges? { get }

  /// Records commits of other connections and changes of the schema, if there are any.
  func noteOtherCommits()
}
