internal import Foundation

/// A group of delegates. A message to the group is sent to all of them, in the order in which they
/// were added.
///
/// ```swift
/// protocol DownloadDelegate: AnyObject { func didFinish(_ file: String) }
///
/// let delegates = MulticastDelegate<any DownloadDelegate>()
/// delegates.add(log)
/// delegates.add(list)
/// try delegates.send { $0.didFinish("a.zip") }        // log, then list
/// ```
///
/// Delegates are objects. They are held weakly unless they are added `strongly`; deallocated
/// delegates are removed. Delegates can be added and removed and messages can be sent on any number
/// of threads concurrently, also from inside a delegate. A delegate that is removed while a message
/// is being sent is not called any more. A delegate that is added receives the next message.
///
/// If delegates return a value, the method that sends the message determines how the values are
/// combined: ``all(_:)``, ``first(_:)``, ``last(_:)``, ``any(_:)``, ``every(_:)``, ``fold(_:_:)``.
/// Every delegate is called, even after one that throws an error. The errors are thrown together as
/// a ``MulticastError``.
public final class MulticastDelegate<Delegate> {
  /// A weak or strong reference to a delegate.
  private enum Entry {
    case weak(WeakReference, ObjectIdentifier)
    case strong(Delegate, ObjectIdentifier)

    var identifier: ObjectIdentifier {
      switch self {
      case .weak(_, let identifier), .strong(_, let identifier): identifier
      }
    }

    /// The delegate, if it still exists.
    var delegate: Delegate? {
      switch self {
      case .weak(let reference, _): reference.object.flatMap { $0 as? Delegate }
      case .strong(let delegate, _): delegate
      }
    }
  }

  private final class WeakReference {
    weak var object: AnyObject?

    init(_ object: AnyObject) { self.object = object }
  }

  // Protected by `lock`.
  private var entries: [Entry] = []
  private let lock = NSLock()

  /// Creates a group without delegates.
  public init() {}

  /// Adds a delegate after the others. A delegate that has already been added keeps its position,
  /// and is held strongly from now on if `strongly` is `true`.
  ///
  /// - Parameters:
  ///   - delegate: The delegate, which must be an object.
  ///   - strongly: Whether the delegate is kept alive until it is removed.
  public func add(_ delegate: Delegate, strongly: Bool = false) {
    precondition(type(of: delegate as Any) is AnyClass, "a delegate is an object, not a value")
    let object = delegate as AnyObject
    let identifier = ObjectIdentifier(object)
    change { entries in
      let place = entries.firstIndex { $0.identifier == identifier }
      if strongly {
        let entry = Entry.strong(delegate, identifier)
        if let place { entries[place] = entry } else { entries.append(entry) }
      } else if place == nil {
        entries.append(.weak(WeakReference(object), identifier))
      }
    }
  }

  /// Removes a delegate if it has been added.
  public func remove(_ delegate: Delegate) {
    let identifier = ObjectIdentifier(delegate as AnyObject)
    change { entries in entries.removeAll { $0.identifier == identifier } }
  }

  /// Removes all delegates.
  public func removeAll() { change { entries in entries.removeAll() } }

  /// The number of delegates.
  public var count: Int {
    change { entries in entries.count }
  }

  /// Whether there are no delegates.
  public var isEmpty: Bool { count == 0 }

  /// Returns whether any delegate conforms to a protocol or is an instance of a class.
  ///
  /// ```swift
  /// if delegates.responds(to: (any ProgressDelegate).self) { startMeasuring() }
  /// ```
  public func responds<Other>(to type: Other.Type) -> Bool {
    snapshot().contains { $0.delegate is Other }
  }

  /// Sends a message to all delegates.
  ///
  /// - Throws: ``MulticastError`` with the errors of the delegates, after the last call.
  public func send(_ message: (Delegate) throws -> Void) throws(MulticastError) {
    _ = try answers(message)
  }

  /// Sends a message to the delegates that conform to another protocol.
  public func send<Other>(
    to type: Other.Type, _ message: (Other) throws -> Void
  ) throws(MulticastError) {
    _ = try answers { delegate in
      if let other = delegate as? Other { try message(other) }
    }
  }

  /// Returns the answers of all delegates, in their order.
  public func all<Answer>(
    _ message: (Delegate) throws -> Answer
  ) throws(MulticastError) -> [Answer] { try answers(message) }

  /// Returns the answer of the first delegate, or nil without delegates. All delegates are called.
  public func first<Answer>(
    _ message: (Delegate) throws -> Answer
  ) throws(MulticastError) -> Answer? { try answers(message).first }

  /// Returns the answer of the last delegate, or nil without delegates. All delegates are called.
  public func last<Answer>(
    _ message: (Delegate) throws -> Answer
  ) throws(MulticastError) -> Answer? { try answers(message).last }

  /// Returns whether at least one delegate answers `true`. All delegates are called.
  public func any(_ message: (Delegate) throws -> Bool) throws(MulticastError) -> Bool {
    try answers(message).contains(true)
  }

  /// Returns whether all delegates answer `true`; `true` without delegates. All delegates are
  /// called.
  public func every(_ message: (Delegate) throws -> Bool) throws(MulticastError) -> Bool {
    try !answers(message).contains(false)
  }

  /// Passes a value through all delegates in order, each of which may change it, and returns the
  /// result.
  ///
  /// ```swift
  /// let text = try delegates.fold(text) { text, delegate in delegate.corrected(text) }
  /// ```
  public func fold<Value>(
    _ initial: Value, _ message: (Value, Delegate) throws -> Value
  ) throws(MulticastError) -> Value {
    var value = initial
    _ = try answers { value = try message(value, $0) }
    return value
  }

  /// Calls all delegates that were present when the message was sent and have not been removed
  /// since.
  private func answers<Answer>(
    _ message: (Delegate) throws -> Answer
  ) throws(MulticastError) -> [Answer] {
    var answers: [Answer] = []
    var errors: [any Error] = []
    for entry in snapshot() {
      guard isThere(entry.identifier), let delegate = entry.delegate else { continue }
      do { answers.append(try message(delegate)) } catch { errors.append(error) }
    }
    guard errors.isEmpty else { throw MulticastError(errors: errors) }
    return answers
  }

  private func snapshot() -> [Entry] { lock.withLock { entries } }

  private func isThere(_ identifier: ObjectIdentifier) -> Bool {
    lock.withLock { entries.contains { $0.identifier == identifier } }
  }

  /// Changes the entries while the lock is held, without those of deallocated delegates, because
  /// another object may reuse their address. What is removed is released afterwards: a delegate
  /// that is deallocated then may use the group.
  private func change<Result>(_ body: (inout [Entry]) -> Result) -> Result {
    let (result, before) = lock.withLock {
      let before = entries.map { (entry: $0, delegate: $0.delegate) }
      entries = before.filter { $0.delegate != nil }.map(\.entry)
      return (body(&entries), before)
    }
    return withExtendedLifetime(before) { result }
  }
}

// `@unchecked Sendable`: the delegates are `Sendable`, and `entries` is accessed only while `lock`
// is held. The entries that `snapshot()` copies out of it are constant, but for the weak
// references, which the runtime reads atomically.
extension MulticastDelegate: @unchecked Sendable where Delegate: Sendable {}

/// The errors that delegates have thrown.
public struct MulticastError: Error, CustomStringConvertible {
  /// The errors, in the order of the delegates.
  public let errors: [any Error]

  /// The descriptions of the errors, separated by semicolons.
  public var description: String { errors.map { "\($0)" }.joined(separator: "; ") }
}
