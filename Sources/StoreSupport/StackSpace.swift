#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// The depth to which work may be nested on the stack of the calling thread.
///
/// Expressions and chains are trees, and parsing, translating, evaluating and releasing them takes
/// some calls for each level. A stack overflow ends the process, so the depth is checked first.
package enum StackSpace {
  /// The number of levels that fit every stack.
  private static let safeLevels = 64

  /// The highest stack use of one level, measured for all operators of expressions and of chains.
  #if DEBUG
  private static let bytesPerLevel = 7 * 1024
  #else
  private static let bytesPerLevel = 4 * 1024
  #endif

  /// The same for building an expression from a text, and for parsing one in parentheses, which
  /// calls the functions of all levels of precedence.
  #if DEBUG
  private static let (bytesPerTextLevel, bytesPerParentheses) = (13 * 1024, 64 * 1024)
  #else
  private static let (bytesPerTextLevel, bytesPerParentheses) = (5 * 1024, 16 * 1024)
  #endif

  /// The number of levels that work on the calling thread may have.
  package static var levels: Int { max(safeLevels, levels(of: bytesPerLevel)) }

  /// The number of levels that a text may have.
  package static var textLevels: Int { levels(of: bytesPerTextLevel) }

  /// The number of parentheses, closures and the like that may be nested in a text.
  package static var parentheses: Int { levels(of: bytesPerParentheses) }

  private static func levels(of bytes: Int) -> Int {
    // A quarter is reserved for calls at the innermost level.
    remaining * 3 / 4 / bytes
  }

  /// Returns whether work with this number of levels fits. For few levels the stack is not
  /// measured.
  package static func allows(levels count: Int) -> Bool {
    count <= safeLevels || count <= levels
  }

  /// The number of unused bytes on the calling thread's stack.
  private static var remaining: Int {
    guard let lowestAddress else { return 0 }
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1) { here in
      Int(bitPattern: here.baseAddress) - Int(bitPattern: lowestAddress)
    }
  }

  private static var lowestAddress: UnsafeMutableRawPointer? {
    let thread = pthread_self()
    #if canImport(Darwin)
    return pthread_get_stackaddr_np(thread) - pthread_get_stacksize_np(thread)
    #else
    // For the main thread the system reads all mappings of the process, so each thread asks once.
    if let key = addressKey, let known = pthread_getspecific(key) { return known }
    var attributes = pthread_attr_t()
    guard let getAttributes, getAttributes(thread, &attributes) == 0 else { return nil }
    defer { pthread_attr_destroy(&attributes) }
    var address: UnsafeMutableRawPointer?
    var size = 0
    pthread_attr_getstack(&attributes, &address, &size)
    if let key = addressKey { pthread_setspecific(key, address) }
    return address
    #endif
  }

  #if !canImport(Darwin)
  /// Where each thread keeps the lowest address of its stack.
  private static let addressKey: pthread_key_t? = {
    var key = pthread_key_t()
    return pthread_key_create(&key, nil) == 0 ? key : nil
  }()

  private typealias GetAttributes =
    @convention(c) (pthread_t, UnsafeMutablePointer<pthread_attr_t>) -> Int32

  /// `pthread_getattr_np` of the C library, which the headers declare only for programs that
  /// request GNU extensions.
  private static let getAttributes: GetAttributes? =
    dlsym(nil, "pthread_getattr_np").map { unsafeBitCast($0, to: GetAttributes.self) }
  #endif
}
