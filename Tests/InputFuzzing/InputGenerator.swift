import TestSupport

/// Random inputs for a parser: pieces of its language and its samples, put together and changed at
/// random.
package struct InputGenerator {
  private let pieces: [[UInt8]]
  private let samples: [[UInt8]]
  private var numbers: Seed.Generator

  package init(_ kind: InputKind, seed: UInt64) {
    pieces = kind.pieces.map(kind.encoded) + Self.anyPieces
    samples = kind.samples.map(kind.encoded)
    numbers = Seed(number: seed).generator
  }

  /// Bytes that are not UTF-8 alone, and texts that several languages treat in their own ways.
  private static let anyPieces: [[UInt8]] =
    [
      [0xFF], [0xC3], [0xE2, 0x82], [0xED, 0xA0, 0x80], [0xF0, 0x9F, 0x98, 0x80],
      [0xEF, 0xBB, 0xBF],
      [0],
    ]
    + ["e\u{301}", "\u{E9}", "\u{212B}", "\u{2028}", "\u{7F}", " ", "\t", "\n", "\r", "\r\n"]
    .map { Array($0.utf8) }

  /// Returns the next input.
  package mutating func next() -> [UInt8] {
    var input: [UInt8] = []
    if !samples.isEmpty, Int.random(in: 0..<3, using: &numbers) > 0 {
      input = samples[Int.random(in: 0..<samples.count, using: &numbers)]
    } else {
      for _ in 0..<Int.random(in: 0...14, using: &numbers) { input += piece() }
    }
    for _ in 0..<Int.random(in: 0...4, using: &numbers) { change(&input) }
    return input
  }

  private mutating func piece() -> [UInt8] {
    pieces[Int.random(in: 0..<pieces.count, using: &numbers)]
  }

  private mutating func change(_ input: inout [UInt8]) {
    let start = Int.random(in: 0...input.count, using: &numbers)
    let end = min(input.count, start + Int.random(in: 0...8, using: &numbers))
    switch Int.random(in: 0..<6, using: &numbers) {
    case 0: input.insert(contentsOf: piece(), at: start)
    case 1: input.replaceSubrange(start..<end, with: piece())
    case 2: input.removeSubrange(start..<end)
    case 3: input.insert(contentsOf: input[start..<end], at: start)
    case 4:
      if start < input.count { input[start] = .random(in: 0...255, using: &numbers) }
    default:
      let times = Int.random(in: 1...30, using: &numbers)
      let repeated = Array(input[start..<end])
      for _ in 0..<times { input.insert(contentsOf: repeated, at: start) }
    }
  }
}
