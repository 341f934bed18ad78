internal import LinqCore
internal import LinqSQL
internal import Logging
internal import Multicast
internal import StoreSQLite

extension DatabaseConfiguration {
  /// The configuration of a store that asks and tells delegates, too.
  func telling(
    _ delegates: MulticastDelegate<any PersonStoreDelegate>, _ logger: Logger
  ) -> DatabaseConfiguration {
    var configuration = self
    let (wants, will, did) = (wantsChanges, willCommit, didCommit)
    let isObserved = did != nil || will != nil
    configuration.wantsChanges = { (isObserved && wants?() != false) || !delegates.isEmpty }
    configuration.willCommit = { changes in
      try will?(changes)
      for change in changes.compactMap({ PersonChange($0, logger) }) {
        do {
          try delegates.send { try $0.willChange(change) }
        } catch let error as MulticastError {
          // The first who refuses says why.
          throw error.errors[0]
        }
      }
    }
    configuration.didCommit = { changes in
      did?(changes)
      for change in changes.compactMap({ PersonChange($0, logger) }) {
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
  /// A change of a row of people; nil for other tables, and for values that are no person's.
  fileprivate init?(_ change: RowChange, _ logger: Logger) {
    guard change.table == "person" else { return nil }
    let (old, new) = (change.old.flatMap(Person.init), change.new.flatMap(Person.init))
    switch (change.operation, old, new) {
    case (.insert, _, let new?): self = .insert(new)
    case (.update, let old?, let new?): self = .update(old, to: new)
    case (.delete, let old?, _): self = .delete(old)
    default:
      // A build of SQLite without the preupdate hook, or values that another program wrote.
      logger.error("a change of person \(change.key) cannot be told: its values are not known")
      return nil
    }
  }
}

extension Person {
  /// A person of a row's values, in the order of the table's columns.
  fileprivate init?(_ values: [Value]) {
    guard values.count >= 6, case .integer(let id) = values[0], case .text(let name) = values[1],
      case .text(let surname) = values[2], case .integer(let age) = values[3]
    else { return nil }
    var email: String?
    var birthDate: CalendarDate?
    switch values[4] {
    case .null: break
    case .text(let text): email = text
    default: return nil
    }
    switch values[5] {
    case .null: break
    case .text(let text):
      guard let date = CalendarDate(text) else { return nil }
      birthDate = date
    default: return nil
    }
    self.init(
      id: id, name: name, surname: surname, age: Int(age), email: email, birthDate: birthDate)
  }
}
