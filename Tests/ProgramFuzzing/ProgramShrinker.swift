extension ProgramBatch {
  /// Returns the smallest program found that still makes a mistake of the same kind.
  package func shrink(_ program: Program, _ mistake: Mistake) throws -> (Program, Mistake) {
    var smallest = (program, mistake)
    // Each round compiles all programs with one piece less together.
    for _ in 0..<12 {
      let candidates = smallest.0.simpler
      guard !candidates.isEmpty else { break }
      let found = try run(candidates).filter { $0.mistake.isLike(mistake) }
        .min { $0.index < $1.index }
      guard let found else { break }
      smallest = (candidates[found.index], found.mistake)
    }
    return smallest
  }
}

extension ProgramBatch.Mistake: CustomStringConvertible {
  fileprivate func isLike(_ other: Self) -> Bool {
    switch (self, other) {
    case (.rejected(let message), .rejected(let otherMessage)): message == otherMessage
    case (.different, .different): true
    // A simpler program may end in plain Swift, too.
    case (.crashed(let path), .crashed(let otherPath)): path == otherPath
    default: false
    }
  }

  /// Whether the library is to blame for something that nobody notices: not for what the compiler
  /// rejects.
  package var isSilent: Bool {
    if case .rejected = self { false } else { true }
  }

  package var description: String {
    switch self {
    case .rejected(let message): "NOT COMPILED \(message)"
    case .different(let path, let expected, let found):
      "DIFFERENT \(path)\n  expected  \(expected)\n  found     \(found)"
    case .crashed(let path): "CRASHED \(path)"
    }
  }
}
