internal import Foundation

/// Holds a model that intentions edit and observe: what a controller would hold in an application
/// with controllers.
///
/// ```swift
/// let container = ModelContainer(Person(name: "Chris", surname: "Eidhof", age: 40))
/// let label = Label()
/// let observe = ObserveIntention(container, \.name, on: label, \.text)   // label.text is "Chris"
/// ReverseIntention(container, \.name).perform()                          // label.text is "sirhC"
/// ```
///
/// The model may be set later, and again. It may be read, written and observed on any number of
/// threads. Observers are told of each change once, one at a time: by the thread that makes
/// it, or by the one that is telling of the change before.
///
/// `@unchecked Sendable`: the variables are touched only with `lock` held.
public final class ModelContainer<Model: Sendable>: @unchecked Sendable {
  private let lock = NSLock()
  private var current: Model?
  private var observers: [(identifier: Int, call: @Sendable (Model?) -> Void)] = []
  private var lastIdentifier = 0
  /// The states that observers have not been told of; the first state is for a new observer only.
  private var untold: [(model: Model?, only: Int?)] = []
  private var isTelling = false

  /// A container of a model, or of none yet.
  public init(_ model: Model? = nil) { current = model }

  /// The model, if there is one. Setting it calls the observers.
  public var model: Model? {
    get { lock.withLock { current } }
    set {
      change { $0 = newValue }
    }
  }

  /// A property of the model; nil without a model.
  public subscript<Value>(keyPath: KeyPath<Model, Value>) -> Value? {
    lock.withLock { current?[keyPath: keyPath] }
  }

  /// Changes the model, in one step for all who observe; nothing happens without a model. The
  /// closure must not use the container.
  public func update(_ body: (inout Model) -> Void) {
    change { model in
      if var changed = model {
        body(&changed)
        model = changed
      }
    }
  }

  /// Sets the model, where it is still the one that is expected; false where it is another by now.
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

  /// Calls an observer with the model, now and at each change, until the observation is let go.
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
      lock.withLock { observers.removeAll { $0.identifier == identifier } }
    }
  }

  private func change(_ body: (inout Model?) -> Void) {
    lock.withLock {
      body(&current)
      untold.append((current, nil))
    }
    tell()
  }

  /// Calls the observers, unless someone does already: then that one goes on with what is new. So
  /// changes are told in their order, and no lock is held meanwhile.
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

/// Ends an observation when it is let go.
public final class ModelObservation: Sendable {
  private let end: @Sendable () -> Void

  init(_ end: @escaping @Sendable () -> Void) { self.end = end }

  deinit { end() }
}
