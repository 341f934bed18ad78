#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// An object that belongs to the work on a thread while it runs.
package final class ThreadValue<Value: AnyObject>: Sendable {
  private let key: pthread_key_t

  package init() {
    var key = pthread_key_t()
    guard pthread_key_create(&key, nil) == 0 else {
      preconditionFailure("the process has no memory for values of threads")
    }
    self.key = key
  }

  /// The object of the work on the calling thread; nil if it has none.
  package var value: Value? {
    pthread_getspecific(key).map { Unmanaged<Value>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Runs work with an object. Work inside it may have another one for its time.
  package func during<Result>(_ value: Value, _ body: () throws -> Result) rethrows -> Result {
    let outer = pthread_getspecific(key)
    pthread_setspecific(key, Unmanaged.passUnretained(value).toOpaque())
    defer { pthread_setspecific(key, outer) }
    return try withExtendedLifetime(value) { try body() }
  }
}
