import Foundation

/// Random damage to a file.
package enum Damage {
  /// The number of files to damage: `MUTANTS` if it is set, 10,000 if `FAULTS` is `all`.
  package static func count(short: Int) -> Int {
    ProcessInfo.processInfo.environment["MUTANTS"].flatMap { Int($0) }
      ?? (triesEverything ? 10_000 : short)
  }

  /// Damages the bytes of a database or of its log, and returns what was done.
  package static func apply(
    to bytes: inout [UInt8], using generator: inout Seed.Generator
  ) -> String {
    guard !bytes.isEmpty else { return "empty" }
    let size = 4096
    let pages = max(1, bytes.count / size)
    switch Int.random(in: 0..<8, using: &generator) {
    case 0, 1:
      let count = Int.random(in: 1...8, using: &generator)
      for _ in 0..<count {
        bytes[Int.random(in: bytes.indices, using: &generator)] = .random(
          in: 0...255, using: &generator)
      }
      return "\(count) bytes"
    case 2:
      // The headers of files and pages are where most can go wrong.
      let page = Int.random(in: 0..<pages, using: &generator)
      let index = min(bytes.count - 1, page * size + Int.random(in: 0..<112, using: &generator))
      bytes[index] = .random(in: 0...255, using: &generator)
      return "byte \(index)"
    case 3:
      let index = Int.random(in: bytes.indices, using: &generator)
      bytes[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      return "bit of \(index)"
    case 4:
      bytes.removeLast(Int.random(in: 1...bytes.count, using: &generator))
      return "cut to \(bytes.count)"
    case 5:
      let (from, to) = (
        Int.random(in: 0..<pages, using: &generator), Int.random(in: 0..<pages, using: &generator)
      )
      let end = min(bytes.count, (from + 1) * size)
      for index in from * size..<end where to * size + index - from * size < bytes.count {
        bytes[to * size + index - from * size] = bytes[index]
      }
      return "page \(from) over \(to)"
    case 6:
      let page = Int.random(in: 0..<pages, using: &generator)
      for index in page * size..<min(bytes.count, (page + 1) * size) { bytes[index] = 0 }
      return "page \(page) zero"
    default:
      let count = Int.random(in: 1...5000, using: &generator)
      bytes += (0..<count).map { _ in .random(in: 0...255, using: &generator) }
      return "\(count) bytes more"
    }
  }
}
