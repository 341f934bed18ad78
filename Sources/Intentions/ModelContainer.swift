internal import Foundation

/// A container of a model that intentions edit and observe. It has the role of a controller's model
/// property in an application with controllers.
///
/// ```swift
/// let container = ModelContainer(Person(name: "Chris", surname: "Eidhof", age: 40))
/// let label = Label()
/// let observe = ObserveIntention(container, \.name, on: label, \.text)   // label.text is "Chris"
/// ReverseIntention(container, \.name).perform()                          // label.text is "sirhC"
/// ```
///
/// The model can be set later, and more than once. It can be read, written and observed on any
/// number of threads. Observers are called once for each change and one at a time, either on the
/// thread that makes the change or on a thread that is still delivering a previous change.
///
/// `@unchecked Sendable`: the variables are accessed only while `lock` is held. The model is
/// `Sendable`, and the observers, which are called without the lock, are `@Sendable`.
public final class ModelContainer<Model: Sendable>: @unchecked Sendable {
  /// The closure of an update, which is called while the lock is held, may read the model.
  private let lock = NSRecursiveLock()
  private var current: Model?
  private var observers: [(identifier: Int, call: @Sendable (Model?) -> Void)] = []
  private var lastIdentifier = 0
  /// The states that have not been delivered yet. If `only` is set, the state is for that new
  /// observer only.
  private var untold: [(model: Model?, only: Int?)] = []
  private var isTelling = false

  /// Creates a container with a model, or without one.
  public init(_ model: Model? = nil) { current = model }

  /// The model, if there is one. Setting it calls the observers.
  public var model: Model? {
    get { lock.withLock { current } }
    set { change { _ in newValue } }
  }

  /// A property of the model, or nil without a model.
  public subscript<Value>(keyPath: KeyPath<Model, Value>) -> Value? {
    lock.withLock { current?[keyPath: keyPath] }
  }

  /// Changes the model in a single step. Without a model, the closure is not called. It may read
  /// the container, which has the model as it was, but must not change it.
  public func update(_ body: (inout Model) -> Void) {
    change { model in
      guard var changed = model else { return nil }
      body(&changed)
      return changed
    }
  }

  /// Sets the model if it is equal to the expected model. Returns whether it was.
  @discardableResult
  public func replace(_ expected: Model?, with model: Model?) -> Bool where Model: Equatable {
    let isExpected = lock.withLock {
      guard current == expected else { return false }
      current = model
      untold.append((model, nil))
      return true
    }
    tell()
    return isExpected
  }

  /// Calls an observer with the model now and after each change, until the observation is
  /// deallocated.
  public func observe(_ observer: @escaping @Sendable (Model?) -> Void) -> ModelObservation {
    let identifier = lock.withLock {
      lastIdentifier += 1
      observers.append((lastIdentifier, observer))
      untold.append((current, lastIdentifier))
      return lastIdentifier
    }
    tell()
    return ModelObservation { [weak self] in
      guard let self else { return }
      // Released after the lock: what the observer keeps may end observations of its own.
      let removed = lock.withLock {
        let index = observers.firstIndex { $0.identifier == identifier }
        return index.map { observers.remove(at: $0) }
      }
      withExtendedLifetime(removed) {}
    }
  }

  private func change(_ body: (Model?) -> Model?) {
    let before = lock.withLock {
      let before = current
      current = body(before)
      untold.append((current, nil))
      return before
    }
    withExtendedLifetime(before) {}
    tell()
  }

  /// Calls the observers, unless another call is in progress, which then delivers the new states
  /// too. So changes are delivered in order, and no lock is held while observers run.
  private func tell() {
    let isTold = lock.withLock {
      defer { isTelling = true }
      return isTelling
    }
    guard !isTold else { return }
    while let (model, only) = nextUntold() {
      for observer in lock.withLock({ observers }) {
        guard only == nil || only == observer.identifier, isThere(observer.identifier) else {
          continue
        }
        observer.call(model)
      }
    }
  }

  private func nextUntold() -> (model: Model?, only: Int?)? {
    lock.withLock {
      if untold.isEmpty {
        isTelling = false
        return nil
      }
      return untold.removeFirst()
    }
  }

  private func isThere(_ identifier: Int) -> Bool {
    lock.withLock { observers.contains { $0.identifier == identifier } }
  }
}

/// An observation of a model, which ends when it is deallocated.
public final class ModelObservation: Sendable {
  private let end: @Sendable () -> Void

  init(_ end: @escaping @Sendable () -> Void) { self.end = end }

  deinit { end() }
}
