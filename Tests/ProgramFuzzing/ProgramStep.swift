/// An operator of a program, and what remains where it is made simpler.
struct ProgramStep {
  /// The spellings of the operator, the first one as it was generated, simpler ones after it.
  let spellings: [Spelling]
  /// Whether the steps after it can do without it.
  let isOptional: Bool

  init(_ spelling: Spelling, isOptional: Bool = false) {
    spellings = [spelling]
    self.isOptional = isOptional
  }

  /// A filter, or another operator with a condition.
  init(
    _ condition: Condition, parameter: String, library: String, plain: String
  ) {
    spellings = ([condition] + condition.simpler).map {
      "\(Spelling(library: library, plain: plain)) \(closure(parameter, $0.spelling))"
    }
    isOptional = true
  }

  private init(spellings: [Spelling], isOptional: Bool) {
    self.spellings = spellings
    self.isOptional = isOptional
  }

  var spelling: Spelling { spellings[0] }

  /// The step with each simpler spelling.
  var simpler: [ProgramStep] {
    spellings.indices.dropFirst().map {
      ProgramStep(spellings: [spellings[$0]], isOptional: isOptional)
    }
  }
}

/// Returns a closure. Swift demands `_ in` where it does not use its element.
///
/// - Parameter parameter: ` name in`, or empty for `$0`.
func closure(_ parameter: String, _ body: Spelling) -> Spelling {
  func text(_ body: String) -> String {
    let isUnused = parameter.isEmpty && !body.contains("$0")
    return "{\(isUnused ? " _ in" : parameter) \(body) }"
  }
  return Spelling(library: text(body.library), plain: text(body.plain))
}
