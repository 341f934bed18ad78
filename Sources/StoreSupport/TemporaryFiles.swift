internal import Synchronization

#if canImport(Darwin)
internal import Darwin
#elseif canImport(Musl)
internal import Musl
#else
internal import Glibc
#endif

/// Unfinished files that a program removes when a signal ends it.
///
/// A file that is written under another name until it is complete would stay after, with all that
/// is in it. Only a program knows what its signals mean, so nothing happens before it calls
/// ``removeOnSignals()``.
package enum TemporaryFiles {
  /// The place of a file among those to be removed.
  package struct Entry: Sendable {
    fileprivate let slot: Int?

    /// Leaves the file alone from now on: it is complete, or was removed.
    package func forget() {
      if let slot { names[slot].store(0, ordering: .releasing) }
    }
  }

  private static let capacity = 64
  private static let isInstalled = Atomic<Bool>(false)

  /// Pointers to the files' names, 0 for none. A signal handler may touch no lock and no memory
  /// that is counted, so names are not freed: a program writes few files.
  ///
  /// `nonisolated(unsafe)`: the pointer never changes, and what it points to are atomics.
  nonisolated(unsafe) private static let names: UnsafeMutablePointer<Atomic<UInt>> = {
    let names = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: capacity)
    for slot in 0..<capacity { (names + slot).initialize(to: Atomic(0)) }
    return names
  }()

  /// Adds a file that is about to be made.
  package static func add(_ path: String) -> Entry {
    guard isInstalled.load(ordering: .relaxed), let name = strdup(absolute(path)) else {
      return Entry(slot: nil)
    }
    let pointer = UInt(bitPattern: name)
    for slot in 0..<capacity {
      let result = names[slot].compareExchange(
        expected: 0, desired: pointer, ordering: .acquiringAndReleasing)
      if result.exchanged { return Entry(slot: slot) }
    }
    return Entry(slot: nil)
  }

  /// Makes the signals of an interruption, an end and a lost terminal remove unfinished files
  /// before they end the program as they do by default. A signal that is ignored stays so.
  package static func removeOnSignals() {
    _ = names
    isInstalled.store(true, ordering: .releasing)
    var signals = sigset_t()
    sigemptyset(&signals)
    for number in [SIGINT, SIGTERM, SIGHUP] {
      let before = signal(number, handler)
      if isIgnored(before) { signal(number, SIG_IGN) }
      sigaddset(&signals, number)
    }
    // A program started by a thread that blocks them would never hear of them.
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Calls only what is safe in a signal handler.
  private static let handler: @convention(c) (Int32) -> Void = { number in
    TemporaryFiles.removeAll()
    signal(number, SIG_DFL)
    raise(number)
  }

  private static func removeAll() {
    for slot in 0..<capacity {
      let pointer = names[slot].load(ordering: .acquiring)
      if let name = UnsafePointer<CChar>(bitPattern: pointer) { unlink(name) }
    }
  }

  #if canImport(Darwin)
  private static func isIgnored(_ handler: (@convention(c) (Int32) -> Void)?) -> Bool {
    unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
  #else
  private static func isIgnored(_ handler: __sighandler_t?) -> Bool {
    unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
  #endif

  /// The path from the root: the working directory may change.
  private static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    return String(cString: folder) + "/" + path
  }
}
