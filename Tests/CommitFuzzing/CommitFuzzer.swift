/// Runs random commits, and compares live results, told rows and what writes return with what is
/// stored.
package struct CommitFuzzer: Sendable {
  /// A difference, with as few steps as it became.
  package struct Finding: Sendable, CustomStringConvertible {
    package let seed: UInt64
    package let trial: Int
    package let difference: String
    package let schema: [String]
    package let steps: [String]

    package var description: String {
      """
      DIFFERENCE \(difference)
        schema
          \(schema.joined(separator: ";\n    "));
        steps
          \(steps.joined(separator: "\n    "))
        replay    Scripts/fuzz commits --seed \(seed) --from \(trial) --count 1
      """
    }
  }

  package let seed: UInt64

  package init(seed: UInt64) { self.seed = seed }

  /// Runs trials until they have made a number of steps, each of which is a commit or an attempt of
  /// one.
  ///
  /// - Parameters:
  ///   - first: the number of the first trial; with the seed it decides everything.
  ///   - count: the number of steps.
  ///   - isOver: asked after each trial whether to stop before the end.
  ///   - finding: gets each difference.
  /// - Returns: the numbers of trials and steps.
  package func run(
    from first: Int, count: Int, isOver: (_ steps: Int) -> Bool = { _ in false },
    finding: (Finding) -> Void
  ) async throws -> (trials: Int, steps: Int) {
    var (number, steps) = (first, 0)
    while steps < count, !isOver(steps) {
      let trial = CommitTrial(seed &* 0x2545_F491_4F6C_DD1D &+ UInt64(number))
      if let difference = try await trial.run(counting: { steps += $0 }) {
        finding(try await shrunk(trial, number, difference))
      }
      number += 1
    }
    return (number - first, steps)
  }

  /// Leaves out steps and actions while the trial still differs.
  private func shrunk(
    _ trial: CommitTrial, _ number: Int, _ difference: String
  ) async throws -> Finding {
    var (trial, difference) = (trial, difference)
    var isSmaller = true
    while isSmaller {
      isSmaller = false
      for candidate in candidates(trial.steps) {
        var smaller = trial
        smaller.steps = candidate
        guard let found = try await smaller.run() else { continue }
        (trial, difference, isSmaller) = (smaller, found, true)
        break
      }
    }
    return Finding(
      seed: seed, trial: number, difference: difference, schema: trial.schema.statements,
      steps: trial.steps.map { "\($0)" })
  }

  /// Returns the steps with less, the shortest first.
  private func candidates(_ steps: [FuzzStep]) -> [[FuzzStep]] {
    var result: [[FuzzStep]] = []
    for size in [steps.count / 2, steps.count / 4, 1] where size > 0 {
      for start in stride(from: 0, to: steps.count, by: size) {
        result.append(Array(steps[..<start] + steps[min(start + size, steps.count)...]))
      }
      if size == 1 { break }
    }
    for (index, step) in steps.enumerated() {
      guard case .transaction(let actions) = step, actions.count > 1 else { continue }
      for place in actions.indices {
        var (fewer, changed) = (actions, steps)
        fewer.remove(at: place)
        changed[index] = .transaction(fewer)
        result.append(changed)
      }
    }
    return result
  }
}
