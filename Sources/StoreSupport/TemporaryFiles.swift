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
/// A file that is written under another name until it is complete would otherwise be left behind,
/// with its contents. Only a program knows the meaning of its signals, so nothing happens before it
/// calls ``removeOnSignals()``.
package enum TemporaryFiles {
  /// A registered file.
  package struct Entry: Sendable {
    fileprivate let slot: Int?

    /// Unregisters the file, because it is complete or has been removed.
    package func forget() {
      if let slot { names[slot].store(0, ordering: .releasing) }
    }
  }

  private static let capacity = 64
  private static let isInstalled = Atomic<Bool>(false)

  /// Pointers to the names of the files; 0 for an unused slot. A signal handler must not use locks
  /// or reference counting, so names are never freed: a program writes few files.
  ///
  /// `nonisolated(unsafe)`: the pointer never changes, and it points to atomics.
  nonisolated(unsafe) private static let names: UnsafeMutablePointer<Atomic<UInt>> = {
    let names = UnsafeMutablePointer<Atomic<UInt>>.allocate(capacity: capacity)
    for slot in 0..<capacity { (names + slot).initialize(to: Atomic(0)) }
    return names
  }()

  /// Registers a file that is about to be created.
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

  /// Makes SIGINT, SIGTERM and SIGHUP remove unfinished files before they end the program, as they
  /// do by default. Signals that are ignored stay ignored.
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
    // A program that was started by a thread that blocks the signals would never receive them.
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
  }

  /// Calls only functions that are safe in a signal handler.
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

  /// Returns the absolute path, because the working directory may change.
  private static func absolute(_ path: String) -> String {
    guard !path.hasPrefix("/"), let folder = getcwd(nil, 0) else { return path }
    defer { free(folder) }
    return String(cString: folder) + "/" + path
  }
}
