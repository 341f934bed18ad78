internal import Foundation

/// Several delegates instead of one: a message to it reaches all of them, in the order in
/// which they were added.
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
/// Delegates are objects. They are held weakly, unless they are added `strongly`; one that is gone
/// is forgotten. Adding, removing and sending may happen on any number of threads at once, and from
/// inside a delegate: one that is removed while a message is under way is not called any more, one
/// that is added gets the next message.
///
/// Messages whose delegates give an answer are sent with what becomes of the answers: ``all(_:)``,
/// ``first(_:)``, ``last(_:)``, ``any(_:)``, ``every(_:)``, ``fold(_:_:)``. Every delegate is
/// called, also after one that throws: the errors come out together, as ``MulticastError``.
public final class MulticastDelegate<Delegate> {
  /// A delegate that is held.
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

  // Touched only with `lock` held.
  private var entries: [Entry] = []
  private let lock = NSLock()

  /// No delegates.
  public init() {}

  /// Adds a delegate after the others. One that is there already stays where it is, and is held
  /// strongly from now on if `strongly` says so.
  ///
  /// - Parameters:
  ///   - delegate: the delegate, an object.
  ///   - strongly: whether the delegate is kept alive until it is removed.
  public func add(_ delegate: Delegate, strongly: Bool = false) {
    precondition(type(of: delegate as Any) is AnyClass, "a delegate is an object, not a value")
    let object = delegate as AnyObject
    let identifier = ObjectIdentifier(object)
    lock.withLock {
      forgetTheDead()
      let place = entries.firstIndex { $0.identifier == identifier }
      if strongly {
        let entry = Entry.strong(delegate, identifier)
        if let place { entries[place] = entry } else { entries.append(entry) }
      } else if place == nil {
        entries.append(.weak(WeakReference(object), identifier))
      }
    }
  }

  /// Removes a delegate, if it is there.
  public func remove(_ delegate: Delegate) {
    let identifier = ObjectIdentifier(delegate as AnyObject)
    lock.withLock { entries.removeAll { $0.identifier == identifier } }
  }

  /// Removes all delegates.
  public func removeAll() { lock.withLock { entries.removeAll() } }

  /// How many delegates there are.
  public var count: Int {
    lock.withLock {
      forgetTheDead()
      return entries.count
    }
  }

  /// Whether there is no delegate.
  public var isEmpty: Bool { count == 0 }

  /// Whether a delegate handles the messages of a protocol, or is of a class.
  ///
  /// ```swift
  /// if delegates.responds(to: (any ProgressDelegate).self) { startMeasuring() }
  /// ```
  public func responds<Other>(to type: Other.Type) -> Bool {
    snapshot().contains { $0.delegate is Other }
  }

  /// Sends a message to all delegates.
  ///
  /// - Throws: ``MulticastError`` with what delegates have thrown, after the last call.
  public func send(_ message: (Delegate) throws -> Void) throws(MulticastError) {
    _ = try answers(message)
  }

  /// Sends a message to the delegates that handle a protocol of their own.
  public func send<Other>(
    to type: Other.Type, _ message: (Other) throws -> Void
  ) throws(MulticastError) {
    _ = try answers { delegate in
      if let other = delegate as? Other { try message(other) }
    }
  }

  /// The answers of all delegates, in their order; none without delegates.
  public func all<Answer>(
    _ message: (Delegate) throws -> Answer
  ) throws(MulticastError) -> [Answer] { try answers(message) }

  /// The answer of the first delegate; nil without delegates. All of them are asked.
  public func first<Answer>(
    _ message: (Delegate) throws -> Answer
  ) throws(MulticastError) -> Answer? { try answers(message).first }

  /// The answer of the last delegate; nil without delegates. All of them are asked.
  public func last<Answer>(
    _ message: (Delegate) throws -> Answer
  ) throws(MulticastError) -> Answer? { try answers(message).last }

  /// Whether a delegate says yes; false without delegates. All of them are asked.
  public func any(_ message: (Delegate) throws -> Bool) throws(MulticastError) -> Bool {
    try answers(message).contains(true)
  }

  /// Whether all delegates say yes; true without delegates. All of them are asked.
  public func every(_ message: (Delegate) throws -> Bool) throws(MulticastError) -> Bool {
    try !answers(message).contains(false)
  }

  /// What becomes of a value that each delegate in its turn may change.
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

  /// Calls all delegates that were there when the message was sent, and still are.
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

  /// With `lock` held. An object's address may be another one's when it is gone.
  private func forgetTheDead() { entries.removeAll { $0.delegate == nil } }
}

// The delegates cross threads, the rest is after a lock.
extension MulticastDelegate: @unchecked Sendable where Delegate: Sendable {}

/// What delegates have thrown.
public struct MulticastError: Error, CustomStringConvertible {
  /// The errors, in the order of the delegates.
  public let errors: [any Error]

  /// The errors, one at a time.
  public var description: String { errors.map { "\($0)" }.joined(separator: "; ") }
}
