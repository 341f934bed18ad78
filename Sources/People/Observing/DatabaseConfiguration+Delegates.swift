internal import LinqCore
internal import LinqSQL
internal import Logging
internal import Multicast
internal import StoreSQLite
internal import StoreSupport

extension DatabaseConfiguration {
  /// Returns the configuration of a store, which also calls the delegates.
  ///
  /// - Parameter layout: the layout of the table of people, once the store is open.
  func calling(
    _ delegates: MulticastDelegate<any PersonStoreDelegate>, _ layout: Locked<TableLayout?>,
    _ logger: Logger
  ) -> DatabaseConfiguration {
    var configuration = self
    let (wants, will, did) = (wantsChanges, willCommit, didCommit)
    let isObserved = did != nil || will != nil
    configuration.wantsChanges = { (isObserved && wants?() != false) || !delegates.isEmpty }
    configuration.willCommit = { changes in
      try will?(changes)
      for change in changes.compactMap({ PersonChange($0, layout, logger) }) {
        do {
          try delegates.send { try $0.willChange(change) }
        } catch let error as MulticastError {
          // The first veto is the reason.
          throw error.errors[0]
        }
      }
    }
    let indexes = Person.table.textIndexes
    configuration.isHidden = { name in indexes.contains { $0.contains(table: name) } }
    configuration.completeCommit = { connection in
      guard layout.withLock({ $0 != nil }) else { return }
      try Person.table.searchIndex?.addWordsAfterCommit(on: connection)
    }
    configuration.schemaMayHaveChanged = { connection in
      // Before the store is open there is nothing to learn.
      guard layout.withLock({ $0 != nil }) else { return }
      let learned = try? Person.table.layout(on: connection)
      if let learned { layout.withLock { $0 = learned } }
    }
    configuration.didCommit = { changes in
      did?(changes)
      for change in changes.compactMap({ PersonChange($0, layout, logger) }) {
        // These calls do not throw.
        try? delegates.send { delegate in
          switch change {
          case .insert(let person): delegate.didInsert(person)
          case .update(let old, let new): delegate.didUpdate(old, to: new)
          case .delete(let person): delegate.didDelete(person)
          }
        }
      }
    }
    return configuration
  }
}

extension PersonChange {
  /// Creates the change of a person; nil for other tables, and for values that do not make a
  /// person.
  fileprivate init?(_ change: RowChange, _ layout: Locked<TableLayout?>, _ logger: Logger) {
    guard change.table == Person.table.name else { return nil }
    let layout = layout.withLock { $0 }
    func person(_ values: [Value]?) -> Person? {
      layout.flatMap { Person.table.row(values, in: $0, allowingAdded: true) }
    }
    switch (change.operation, person(change.old), person(change.new)) {
    case (.insert, _, let new?): self = .insert(new)
    case (.update, let old?, let new?):
      // Only other columns have changed.
      if old == new { return nil }
      self = .update(old, to: new)
    case (.delete, let old?, _): self = .delete(old)
    default:
      // SQLite was built without the preupdate hook, or another program has changed the values or
      // columns.
      logger.error("no delegate hears of a change of person \(change.key): its values are unknown")
      return nil
    }
  }
}
