internal import StoreSupport
internal import Synchronization

/// The stored values that a run in memory could not read. Their rows hold samples instead, and an
/// expression that evaluates such a property throws the error of reading it: the same elements
/// fail as where SQL evaluates the value, and no others (S36).
///
/// Rows are plain values of the program without a place for an error. A row is known again by its
/// contents.
package final class UnreadableValues {
  /// The contents of a row, by which it is known.
  package typealias Contents = AnyHashable

  /// The rows of one table with values that could not be read.
  fileprivate struct Rows {
    let contents: (Any) -> Contents?
    /// Returns the stored properties that a property is computed from; nil if they are not known.
    let parts: (AnyKeyPath) -> [AnyKeyPath]?
    private var failures: [Contents: [(property: AnyKeyPath, error: any Error)]] = [:]
    /// The properties of which a value could not be read.
    private var properties: Set<AnyKeyPath> = []
    /// What was found for each evaluated property: those of `properties` that it is computed from.
    /// There are mostly none, so that no row has to be looked up.
    private var concerned: [AnyKeyPath: [AnyKeyPath]] = [:]

    init(
      contents: @escaping (Any) -> Contents?, parts: @escaping (AnyKeyPath) -> [AnyKeyPath]?
    ) {
      (self.contents, self.parts) = (contents, parts)
    }
  }

  /// The rows, to which the threads that evaluate expressions of the run refer. Nothing happens at
  /// its end, so that it does not matter what releases it last.
  fileprivate final class Storage {
    /// By the type of the rows and the number of the table: two tables may have rows of one type.
    var rows: [ObjectIdentifier: [Int: Rows]] = [:]
  }

  private let storage = Storage()

  package init() {}

  deinit {
    guard !isEmpty else { return }
    Self.known.subtract(1, ordering: .relaxed)
    Self.running.withLock { running in
      for (thread, storages) in running {
        let rest = storages.filter { $0 !== storage }
        running[thread] = rest.isEmpty ? nil : rest
      }
    }
  }

  /// Whether no row has such a value.
  package var isEmpty: Bool { storage.rows.isEmpty }

  /// Adds the values of a row that could not be read.
  ///
  /// - Parameters:
  ///   - failures: the properties with samples, and why their values could not be read.
  ///   - table: the number of the declaration of the table.
  ///   - contents: returns what a row is known by; nil for a row of another table, if it tells.
  ///   - parts: returns the stored properties that a property is computed from; nil if they are not
  ///     known.
  package func add<Row>(
    _ failures: [(property: AnyKeyPath, error: any Error)], of row: Row, table: Int,
    contents: @escaping (Row) -> Contents?, parts: @escaping (AnyKeyPath) -> [AnyKeyPath]?
  ) throws {
    guard let known = contents(row) else {
      for failure in failures { throw failure.error }
      return
    }
    if isEmpty { Self.known.add(1, ordering: .relaxed) }
    storage.rows[ObjectIdentifier(Row.self), default: [:]][
      table, default: Rows(contents: { ($0 as? Row).flatMap(contents) }, parts: parts)
    ].add(failures, of: known)
    attach()
  }

  /// Makes the expressions that this thread evaluates find the values.
  package func attach() {
    guard !isEmpty else { return }
    Self.running.withLock { running in
      guard running[.current]?.contains(where: { $0 === storage }) != true else { return }
      running[.current, default: []].append(storage)
    }
  }

  /// Throws if a row in a value, or the value itself, has a property that could not be read.
  package func checkAll(of value: Any) throws {
    for rows in (storage.rows[ObjectIdentifier(type(of: value))] ?? [:]).values {
      try rows.checkAll(of: value)
    }
    for child in Mirror(reflecting: value).children { try checkAll(of: child.value) }
  }

  // Expressions

  private static let known = Atomic<Int>(0)
  // An expression is evaluated on the thread that pulls the elements of its query.
  private static let running = Locked<[ThreadIdentity: [Storage]]>([:])

  /// Whether a run of this process has such a value.
  @inline(__always) static var areKnown: Bool { known.load(ordering: .relaxed) > 0 }

  /// Throws if a run on this thread could not read a property of a value.
  package static func check<Value>(_ property: AnyKeyPath, of value: Value) throws {
    let type = ObjectIdentifier(Value.self)
    let storages = running.withLock { $0[.current] } ?? []
    for storage in storages {
      for table in (storage.rows[type] ?? [:]).keys {
        try storage.rows[type]?[table]?.check(property, of: value)
      }
    }
  }
}

extension UnreadableValues.Rows {
  fileprivate mutating func add(
    _ new: [(property: AnyKeyPath, error: any Error)], of row: UnreadableValues.Contents
  ) {
    failures[row] = new
    for failure in new where properties.insert(failure.property).inserted {
      concerned.removeAll()
    }
  }

  /// Throws if a property could not be read.
  fileprivate mutating func check(_ property: AnyKeyPath, of row: Any) throws {
    let concerned = concerned(by: property)
    guard !concerned.isEmpty, let contents = contents(row), let failures = failures[contents]
    else { return }
    for failure in failures where concerned.contains(failure.property) { throw failure.error }
  }

  /// Throws if a property of a row could not be read.
  fileprivate func checkAll(of row: Any) throws {
    if let failure = contents(row).flatMap({ failures[$0] })?.first { throw failure.error }
  }

  /// Returns the properties of which a value could not be read, among those that a property is
  /// computed from: all of them if these are not known.
  private mutating func concerned(by property: AnyKeyPath) -> [AnyKeyPath] {
    if let known = concerned[property] { return known }
    let parts = parts(property)
    let found = Array(properties.filter { parts?.contains($0) ?? true })
    concerned[property] = found
    return found
  }
}
