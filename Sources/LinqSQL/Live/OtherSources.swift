internal import StoreEngine
internal import StoreSupport

/// The sources of a query other than its first, and the tables that they read: themselves, or what
/// a view reads.
///
/// A source whose changes the engine does not report, such as a virtual table, reads everything.
final class OtherSources: Sendable {
  private enum Tables {
    /// What the sources read has not been determined, or may have changed.
    case unknown
    /// Any table.
    case all
    /// The names of the tables, in lower case.
    case these(Set<String>)
  }

  private let names: Set<String>
  private let tables: Locked<Tables>

  /// - Parameter names: the names of the sources, which are tables or views.
  init(_ names: some Sequence<String>) {
    self.names = Set(names)
    tables = Locked(self.names.isEmpty ? .these([]) : .unknown)
  }

  /// Whether it is known what the sources read.
  var hasLearned: Bool { tables.withLock { if case .unknown = $0 { false } else { true } } }

  /// Determines what the sources read.
  func learn(on connection: Connection) throws {
    guard !hasLearned else { return }
    var found: Set<String>? = []
    for name in names {
      let read = try read(by: name, on: connection)
      found = read.flatMap { found?.union($0) }
    }
    let result = found
    tables.withLock { $0 = result.map(Tables.these) ?? .all }
  }

  /// Returns the tables that a source reads; nil if they are not known.
  private func read(by name: String, on connection: Connection) throws -> Set<String>? {
    switch try connection.storedTable(named: name)?.kind {
    case .table?: return [name.lowercased()]
    case .view?:
      let tables = try connection.tables(readBy: "SELECT * FROM \(quoted(name))")
      return tables.map { Set($0.map { $0.lowercased() }) }
    case .other?, nil: return nil
    }
  }

  /// Called when the schema may have changed.
  func forget() { if !names.isEmpty { tables.withLock { $0 = .unknown } } }

  /// Returns whether commits after a position may have changed a row of a source.
  func haveChanged(
    since position: CommitLog.Position, _ observer: CommitObserver
  ) throws -> Bool {
    switch tables.withLock({ $0 }) {
    case .these(let tables) where tables.isEmpty: return false
    case .these(let tables):
      guard let commits = observer.commits(since: position).commits else {
        forget()
        return true
      }
      return commits.contains { commit in
        commit.changes.contains { tables.contains($0.table.lowercased()) }
      }
    case .all, .unknown: return true
    }
  }
}
