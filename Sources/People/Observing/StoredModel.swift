internal import Foundation
public import Intentions
internal import LinqCore
public import LinqSQL
internal import StoreSQLite
internal import StoreSupport

extension Repository where Row: Identifiable & Equatable, Row.ID == Int64 {
  /// Returns a container that is bound to a stored row, so that intentions edit and observe the
  /// row.
  ///
  /// ```swift
  /// let chris = try await store.people.stored(42)
  /// let observe = ObserveIntention(chris.container, \.name, on: label, \.text)
  /// ReverseIntention(chris.container, \.name).perform()     // the label follows at once
  /// try await chris.saved()                          // UPDATE person SET name = ?, … WHERE id = ?
  /// ```
  ///
  /// - Throws: the error of reading the row. The model is nil if there is no row with the key.
  public func stored(_ key: Int64) async throws -> StoredModel<Row> {
    StoredModel(key, try await find(key), in: self)
  }
}

/// A container whose model is a row of a store. Changes of the model are written to the row, and
/// changes of the row to the model.
///
/// Edits of the container are saved in the background, one at a time. Only the changed columns are
/// written, so edits of other columns by others are kept. A commit to the row by another task or
/// another process updates the container. If the row is deleted, the model becomes nil.
///
/// If the store rejects an edit, such as an invalid row or a deleted one, the container shows
/// what is stored again, and ``saved()`` throws the error.
///
/// Edits that were made before it is deallocated are still saved.
public final class StoredModel<Row: Sendable & Identifiable & Equatable>: Sendable
where Row.ID == Int64 {
  /// The container.
  public let container: ModelContainer<Row>

  private let edits: ModelEdits<Row>
  private let observation: ModelObservation
  private let observing: Task<Void, any Error>

  init(_ key: Int64, _ row: Row?, in repository: Repository<Row>) {
    let container = ModelContainer(row)
    self.container = container
    let (events, continuation) = AsyncStream.makeStream(of: ModelEvent<Row>.self)
    let edits = ModelEdits(row, continuation)
    self.edits = edits
    observation = container.observe { edits.note($0) }
    let saver = ModelSaver(key: key, repository: repository, container: container, edits: edits)
    Task { await saver.run(events) }
    observing = Task {
      for try await _ in repository.where({ $0.id == key }).live() { edits.rowHasChanged() }
    }
  }

  deinit {
    observing.cancel()
    edits.end()
  }

  /// Waits until all edits so far are saved.
  ///
  /// - Throws: the first error since the last call: `RowError`, `DatabaseError`,
  ///   ``ChangeVeto``.
  public func saved() async throws {
    try await withCheckedThrowingContinuation { edits.add(.wait($0)) }
  }
}

/// A change of the row or of the container's model.
enum ModelEvent<Row: Sendable>: Sendable {
  /// The model was edited, or set where there was none.
  case edit(from: Row?, to: Row)
  /// The row may have changed in the store.
  case rowHasChanged
  /// A caller waits until all earlier events are processed.
  case wait(CheckedContinuation<Void, any Error>)
}

/// Distinguishes edits of a container's model from states that the store itself has set.
private final class ModelEdits<Row: Sendable & Equatable>: Sendable {
  private struct State: Sendable {
    /// The last known state of the model.
    var last: Row?
    /// States that come from the store, and are not edits.
    var expected: [Row?] = []
    var unsaved = 0
  }

  private let state: Locked<State>
  private let events: AsyncStream<ModelEvent<Row>>.Continuation

  init(_ row: Row?, _ events: AsyncStream<ModelEvent<Row>>.Continuation) {
    state = Locked(State(last: row))
    self.events = events
  }

  /// Records a new state of the container. States arrive in their order.
  func note(_ model: Row?) {
    state.withLock { state in
      defer { state.last = model }
      if let index = state.expected.firstIndex(where: { $0 == model }) {
        state.expected.remove(at: index)
      } else if let model, state.last != model {
        state.unsaved += 1
        events.yield(.edit(from: state.last, to: model))
      }
    }
  }

  /// The state after all recorded edits; nil while some of them are not saved.
  var settled: Row?? { state.withLock { $0.unsaved == 0 ? .some($0.last) : nil } }

  /// Sets the container's model to a row from the store, unless the model has been edited
  /// meanwhile.
  func show(_ row: Row?, insteadOf old: Row?, in container: ModelContainer<Row>) {
    state.withLock { $0.expected.append(row) }
    if !container.replace(old, with: row) {
      state.withLock { state in
        if let index = state.expected.lastIndex(where: { $0 == row }) {
          state.expected.remove(at: index)
        }
      }
    }
  }

  /// Records that an edit has been saved.
  func noteSaved() { state.withLock { $0.unsaved -= 1 } }
  func rowHasChanged() { events.yield(.rowHasChanged) }
  func add(_ event: ModelEvent<Row>) {
    if case .terminated = events.yield(event), case .wait(let continuation) = event {
      continuation.resume()
    }
  }
  func end() { events.finish() }
}

/// Writes edits of a container's model to the store, and updates the container from the store.
private struct ModelSaver<Row: Sendable & Identifiable & Equatable>: Sendable
where Row.ID == Int64 {
  let key: Int64
  let repository: Repository<Row>
  let container: ModelContainer<Row>
  let edits: ModelEdits<Row>

  func run(_ events: AsyncStream<ModelEvent<Row>>) async {
    var failure: (any Error)?
    for await event in events {
      do {
        switch event {
        case .edit(let old, let new):
          defer { edits.noteSaved() }
          try await save(new, from: old)
        case .rowHasChanged: try await show()
        case .wait(let continuation):
          if let error = failure {
            failure = nil
            continuation.resume(throwing: error)
          } else {
            continuation.resume()
          }
          continue
        }
        // After the last of several edits, the container shows the outcome of all of them.
        if case .edit = event { try await show() }
      } catch {
        failure = failure ?? error
        // The store has not changed, and the container shows its state again.
        do { try await show() } catch { failure = failure ?? error }
      }
    }
  }

  private func save(_ row: Row, from old: Row?) async throws {
    try await repository.pool.write(retrying: ConnectionPool.attempts) {
      [table = repository.table, key] connection in
      let access = TableAccess(table, on: connection)
      guard let old = try old ?? access.find(key) else {
        throw RowError.notFound(table: table.name, key: RowKey(key))
      }
      _ = try access.update(row, changedFrom: old)
    }
  }

  /// Sets the container's model to the stored row, unless there are edits that are not saved yet.
  private func show() async throws {
    guard let shown = edits.settled else { return }
    let row = try await repository.find(key)
    if row != shown, edits.settled == .some(shown) {
      edits.show(row, insteadOf: shown, in: container)
    }
  }
}
