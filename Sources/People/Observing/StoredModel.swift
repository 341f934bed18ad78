internal import Foundation
public import Intentions
internal import LinqCore
public import LinqSQL
internal import StoreSupport

extension Repository where Row: Identifiable & Equatable, Row.ID == Int64 {
  /// Binds a container to a stored row, so that intentions edit and observe what is stored.
  ///
  /// ```swift
  /// let chris = try await store.people.stored(42)
  /// let observe = ObserveIntention(chris.container, \.name, on: label, \.text)
  /// ReverseIntention(chris.container, \.name).perform()     // the label follows at once
  /// try await chris.saved()                             // UPDATE person SET name = ? WHERE id = ?
  /// ```
  ///
  /// - Throws: the error of reading the row. The model is nil where there is none with the key.
  public func stored(_ key: Int64) async throws -> StoredModel<Row> {
    StoredModel(key, try await find(key), in: self)
  }
}

/// A container whose model is a row of a store: what is written to the one is written to the other.
///
/// An edit of the container is saved in the background, one at a time: the columns that it
/// changed, so edits of other columns by others stay. A commit to the row by another task or
/// another process shows in the container. A row that is deleted leaves the container without a
/// model.
///
/// What the store refuses, an invalid row for example, is taken back: the container shows the
/// stored row again, and ``saved()`` says why.
///
/// When it is let go, the edits made by then are still saved.
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

  /// Waits until all edits made so far are saved.
  ///
  /// - Throws: the first error since the last call: `RowError`, `DatabaseError`,
  ///   ``ChangeVeto``.
  public func saved() async throws {
    try await withCheckedThrowingContinuation { edits.add(.wait($0)) }
  }
}

/// What happens to a row or to the container's model.
enum ModelEvent<Row: Sendable>: Sendable {
  /// The model was edited.
  case edit(from: Row, to: Row)
  /// The row may have changed in the store.
  case rowHasChanged
  /// Someone wants to know when all this is done.
  case wait(CheckedContinuation<Void, any Error>)
}

/// Tells edits of a container's model from what the store itself put there.
private final class ModelEdits<Row: Sendable & Equatable>: Sendable {
  private struct State: Sendable {
    /// The state of the model that was noted last.
    var last: Row?
    /// States that come from the store.
    var expected: [Row?] = []
    var unsaved = 0
  }

  private let state: Locked<State>
  private let events: AsyncStream<ModelEvent<Row>>.Continuation

  init(_ row: Row?, _ events: AsyncStream<ModelEvent<Row>>.Continuation) {
    state = Locked(State(last: row))
    self.events = events
  }

  /// The container has a new state. States come in their order.
  func note(_ model: Row?) {
    state.withLock { state in
      defer { state.last = model }
      if let index = state.expected.firstIndex(where: { $0 == model }) {
        state.expected.remove(at: index)
      } else if let last = state.last, let model, last != model {
        state.unsaved += 1
        events.yield(.edit(from: last, to: model))
      }
    }
  }

  /// The state that all edits noted so far lead to; nothing while some of them are not saved.
  var settled: Row?? { state.withLock { $0.unsaved == 0 ? .some($0.last) : nil } }

  /// Puts a row from the store into the container, where nobody has edited it meanwhile.
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

  /// Notes that an edit has been saved.
  func noteSaved() { state.withLock { $0.unsaved -= 1 } }
  func rowHasChanged() { events.yield(.rowHasChanged) }
  func add(_ event: ModelEvent<Row>) {
    if case .terminated = events.yield(event), case .wait(let continuation) = event {
      continuation.resume()
    }
  }
  func end() { events.finish() }
}

/// Writes edits of a container's model to the store, and shows there what the store holds.
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
        // The last of several edits shows what became of them all.
        if case .edit = event { try await show() }
      } catch {
        failure = failure ?? error
        // The store is as it was: the container shows that.
        do { try await show() } catch { failure = failure ?? error }
      }
    }
  }

  private func save(_ row: Row, from old: Row) async throws {
    try await repository.pool.write { [table = repository.table] connection in
      _ = try TableAccess(table, on: connection).update(row, changedFrom: old)
    }
  }

  /// Shows the stored row, unless there are edits that are not in it yet.
  private func show() async throws {
    guard let shown = edits.settled else { return }
    let row = try await repository.find(key)
    if row != shown, edits.settled == .some(shown) {
      edits.show(row, insteadOf: shown, in: container)
    }
  }
}
