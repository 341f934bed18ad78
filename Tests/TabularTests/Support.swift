import Foundation

/// A directory of the test's own, removed with its content when the test is over.
final class TemporaryDirectory {
  let path: String

  init() throws {
    path = NSTemporaryDirectory() + "tabular-" + UUID().uuidString
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  func file(_ name: String) -> String { path + "/" + name }

  func write(_ text: String, to name: String) throws -> String {
    try text.write(toFile: file(name), atomically: false, encoding: .utf8)
    return file(name)
  }

  /// The bytes of a file as text, which must be UTF-8.
  func content(of name: String) throws -> String {
    try String(contentsOfFile: file(name), encoding: .utf8)
  }

  /// The names in the directory, hidden ones included.
  func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: path).sorted()
  }
}

/// SplitMix64: the same seed, the same numbers.
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// A new seed per run; `TEST_SEED` in the environment replays the one that a failure names.
  static var seed: UInt64 {
    ProcessInfo.processInfo.environment["TEST_SEED"].flatMap { UInt64($0) }
      ?? UInt64.random(in: 0...UInt64.max)
  }
}
