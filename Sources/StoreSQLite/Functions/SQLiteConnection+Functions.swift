internal import CStoreSQLite
internal import StoreEngine
internal import StoreSupport

extension SQLiteConnection {
  /// Registers a Swift function, which the SQL of this connection can then call. It replaces an
  /// earlier one with the same name and number of arguments.
  ///
  /// - Throws: `DatabaseError/failed(_:)` for a function with an identity whose name is taken: by a
  ///   function of SQLite or one without an identity, or by another one while a statement runs.
  func create(_ function: ScalarFunction) throws {
    try checkOpen()
    if function.identity != nil { try makeFree(function.name) }
    let flags =
      SQLITE_UTF8 | SQLITE_DIRECTONLY | (function.isDeterministic ? SQLITE_DETERMINISTIC : 0)
    let box = Unmanaged.passRetained(ScalarBox(function, connection: self))
    let code = sqlite3_create_function_v2(
      handle, function.name, Int32(function.argumentCount ?? -1), flags, box.toOpaque(),
      { context, count, values in
        Unmanaged<ScalarBox>.fromOpaque(sqlite3_user_data(context)).takeUnretainedValue()
          .call(context, values, Int(count))
      }, nil, nil, { box in if let box { Unmanaged<ScalarBox>.fromOpaque(box).release() } })
    // SQLite releases the box itself if it rejects the function.
    guard code == SQLITE_OK else { throw failure(code) }
    functions[function.name.lowercased()] = .some(function.identity)
  }

  /// Makes sure that a function with an identity may have a name.
  private func makeFree(_ name: String) throws {
    if let other = functions[name.lowercased()] {
      guard other != nil else { throw taken(name) }
      // SQLite prepares statements again that call the function, and would call the new one.
      statements.removeAll()
    } else if try !query(
      "SELECT 1 FROM pragma_function_list WHERE name = ?1 COLLATE NOCASE", [.text(name)], { _ in }
    ).isEmpty {
      throw taken(name)
    }
  }

  private func taken(_ name: String) -> DatabaseError {
    .failed(
      EngineError(
        extendedCode: SQLITE_MISUSE,
        message: "another function has the name of the function \(name)"
      ))
  }

  /// Registers a Swift aggregate, which the SQL of this connection can then call.
  func create(_ function: AggregateFunction) throws {
    try checkOpen()
    let box = Unmanaged.passRetained(AggregateBox(function, connection: self))
    let value: (@convention(c) (OpaquePointer?) -> Void)? = { context in
      AggregateBox.of(context).value(context)
    }
    let leave:
      (@convention(c) (OpaquePointer?, Int32, UnsafeMutablePointer<OpaquePointer?>?) -> Void)? = {
        context, count, values in AggregateBox.of(context).leave(context, values, Int(count))
      }
    let code = sqlite3_create_window_function(
      handle, function.name, Int32(function.argumentCount ?? -1),
      SQLITE_UTF8 | SQLITE_DIRECTONLY | SQLITE_DETERMINISTIC, box.toOpaque(),
      { context, count, values in AggregateBox.of(context).step(context, values, Int(count)) },
      { context in AggregateBox.of(context).finish(context) },
      function.isWindowFunction ? value : nil, function.isWindowFunction ? leave : nil,
      { box in if let box { Unmanaged<AggregateBox>.fromOpaque(box).release() } })
    guard code == SQLITE_OK else { throw failure(code) }
  }
}

/// The context that SQLite keeps for a registered function. The connection closes before it is
/// deallocated, and SQLite releases its functions then.
private final class ScalarBox {
  @exclusivity(unchecked) private var check = SparseCheck()
  private let function: ScalarFunction
  private unowned let connection: SQLiteConnection

  init(_ function: ScalarFunction, connection: SQLiteConnection) {
    self.function = function
    self.connection = connection
  }

  func call(
    _ context: OpaquePointer?, _ values: UnsafeMutablePointer<OpaquePointer?>?, _ count: Int
  ) {
    do {
      try check()
      try withArguments(values, count) {
        try function.body($0, SQLiteResult(context: context))
      }
    } catch {
      connection.giveError(context, error)
    }
  }
}

private final class AggregateBox {
  @exclusivity(unchecked) private var check = SparseCheck()
  private let function: AggregateFunction
  private unowned let connection: SQLiteConnection

  init(_ function: AggregateFunction, connection: SQLiteConnection) {
    self.function = function
    self.connection = connection
  }

  /// Returns the box of the function that SQLite calls.
  static func of(_ context: OpaquePointer?) -> AggregateBox {
    Unmanaged<AggregateBox>.fromOpaque(sqlite3_user_data(context)).takeUnretainedValue()
  }

  /// Returns the memory where SQLite keeps the accumulator of a group between its rows.
  private func slot(_ context: OpaquePointer?) -> UnsafeMutablePointer<UnsafeMutableRawPointer?>? {
    sqlite3_aggregate_context(context, Int32(MemoryLayout<UnsafeMutableRawPointer?>.size))?
      .assumingMemoryBound(to: UnsafeMutableRawPointer?.self)
  }

  func step(
    _ context: OpaquePointer?, _ values: UnsafeMutablePointer<OpaquePointer?>?, _ count: Int
  ) {
    guard let slot = slot(context) else { return sqlite3_result_error_nomem(context) }
    let accumulator: AccumulatorBox
    if let kept = slot.pointee {
      accumulator = Unmanaged<AccumulatorBox>.fromOpaque(kept).takeUnretainedValue()
    } else {
      accumulator = AccumulatorBox(function.makeAccumulator())
      slot.pointee = Unmanaged.passRetained(accumulator).toOpaque()
    }
    do {
      try check()
      try withArguments(values, count) { try accumulator.content.step($0) }
    } catch {
      connection.giveError(context, error)
    }
  }

  /// Gives the value for the rows of the group, or for those that are in the window. A group may
  /// have no rows.
  func value(_ context: OpaquePointer?) {
    do {
      let accumulator = kept(context) ?? function.makeAccumulator()
      try SQLiteResult(context: context).give(accumulator.result())
    } catch {
      connection.giveError(context, error)
    }
  }

  /// The first row leaves the window.
  func leave(
    _ context: OpaquePointer?, _ values: UnsafeMutablePointer<OpaquePointer?>?, _ count: Int
  ) {
    guard let accumulator = kept(context) else { return }
    do {
      try withArguments(values, count) { try accumulator.leave($0) }
    } catch {
      connection.giveError(context, error)
    }
  }

  /// Returns the accumulator of a group that has rows.
  private func kept(_ context: OpaquePointer?) -> (any Accumulator)? {
    slot(context)?.pointee.map {
      Unmanaged<AccumulatorBox>.fromOpaque($0).takeUnretainedValue().content
    }
  }

  func finish(_ context: OpaquePointer?) {
    guard let slot = slot(context) else { return sqlite3_result_error_nomem(context) }
    value(context)
    if let kept = slot.pointee {
      Unmanaged<AccumulatorBox>.fromOpaque(kept).release()
      slot.pointee = nil
    }
  }
}

/// Asks in one of eight calls whether the work has to end. SQLite itself asks after so many steps,
/// between which long calls of functions may be.
private struct SparseCheck {
  private var calls: UInt8 = 0

  mutating func callAsFunction() throws {
    calls &+= 1
    if calls & 7 == 0 { try Interruption.check() }
  }
}

/// A class around the existential, so that a single pointer can represent it.
private final class AccumulatorBox {
  let content: any Accumulator
  init(_ content: any Accumulator) { self.content = content }
}

extension SQLiteConnection {
  /// Keeps the error for the caller of the statement, and stops the statement.
  ///
  /// Only the first error is kept: SQLite still requests the result of an aggregate that has
  /// failed.
  fileprivate func giveError(_ context: OpaquePointer?, _ error: any Error) {
    if state.pointee.functionFailure == nil { state.pointee.functionFailure = error }
    sqlite3_result_error(context, "\(error)", -1)
  }
}

/// Calls a closure with the arguments of a function that SQLite calls.
private func withArguments(
  _ values: UnsafeMutablePointer<OpaquePointer?>?, _ count: Int,
  _ body: (FunctionArguments) throws -> Void
) rethrows {
  try withUnsafeTemporaryAllocation(of: Cell.self, capacity: count) { cells in
    csqlite_read_values(values, cells.baseAddress, Int32(truncatingIfNeeded: count))
    try body(FunctionArguments(cells))
  }
}
