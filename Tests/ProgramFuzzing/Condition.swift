/// A condition of a program, as a tree that can be shrunk.
indirect enum Condition {
  case leaf(Spelling)
  case both(Condition, Condition)
  case either(Condition, Condition)
  case not(Condition)

  var spelling: Spelling {
    switch self {
    case .leaf(let spelling): spelling
    case .both(let left, let right): "\(left.operand) && \(right.operand)"
    case .either(let left, let right): "\(left.operand) || \(right.operand)"
    case .not(let condition): "!(\(condition.spelling))"
    }
  }

  private var operand: Spelling {
    switch self {
    case .leaf, .not: spelling
    case .both, .either: "(\(spelling))"
    }
  }

  /// Conditions with one piece less, simpler ones first.
  var simpler: [Condition] {
    switch self {
    case .leaf: []
    case .not(let condition): [condition] + condition.simpler.map(Condition.not)
    case .both(let left, let right):
      [left, right] + left.simpler.map { .both($0, right) } + right.simpler.map { .both(left, $0) }
    case .either(let left, let right):
      [left, right] + left.simpler.map { .either($0, right) }
        + right.simpler.map { .either(left, $0) }
    }
  }
}
