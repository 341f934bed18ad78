extension Migrator {
  /// Returns the files that lead to a goal, in order.
  ///
  /// - Throws: ``MigrationError``: `modified`, `missing`, `outOfOrder`, `unknownNumber`,
  ///   `noDownFile`.
  package func plan(
    _ goal: MigrationGoal, _ status: MigrationStatus
  ) throws(MigrationError) -> [MigrationStep] {
    let applied = status.entries.filter { $0.appliedAt != nil }.map(\.number)
    let pending = status.entries(.pending).map(\.number)
    var back: [Int] = []
    var forward: [Int] = []
    switch goal {
    case .up(let target):
      if let target { try checkKnown(target) }
      forward = pending.filter { $0 <= target ?? .max }
    case .down(let steps):
      back = applied.suffix(max(0, steps)).reversed()
    case .to(let target):
      if target != 0 { try checkKnown(target) }
      back = applied.filter { $0 > target }.reversed()
      if back.isEmpty { forward = pending.filter { $0 <= target } }
    }
    let direction: MigrationStep.Direction = back.isEmpty ? .up : .down
    try refuseProblems(status, direction)
    var steps: [MigrationStep] = []
    for migration in (back + forward).compactMap(migration) {
      if direction == .down, migration.downSQL == nil {
        throw .noDownFile(file: migration.fileName, expected: migration.downFileName)
      }
      steps.append(
        MigrationStep(
          number: migration.number,
          fileName: direction == .up ? migration.fileName : migration.downFileName,
          direction: direction))
    }
    return steps
  }

  /// Throws for the first file that prevents others from running.
  ///
  /// A file that is out of order does not prevent files from being reverted, because reverting can
  /// restore the order.
  package func refuseProblems(
    _ status: MigrationStatus, _ direction: MigrationStep.Direction
  ) throws(MigrationError) {
    for entry in status.entries {
      switch entry.state {
      case .applied, .pending: continue
      case .modified:
        throw .modified(
          file: entry.fileName, set: set, appliedAs: entry.appliedAs ?? entry.fileName)
      case .missing: throw .missing(file: entry.fileName, set: set)
      case .outOfOrder:
        guard direction == .up else { continue }
        let later = status.entries.first { $0.number > entry.number && $0.appliedAt != nil }
        throw .outOfOrder(file: entry.fileName, set: set, applied: later?.fileName ?? "a later one")
      }
    }
  }
}
