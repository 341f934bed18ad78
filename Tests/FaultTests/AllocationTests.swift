import CFaultVFS
import Foundation
import TestSupport
import Testing

/// SQLite's allocations fail: the k-th one, and from the k-th one on. What is stored is what was
/// there before or what should be there after, and the error says what happened.
///
/// Set `FAULTS` to `all` to try each k; otherwise some are tried, as the seed decides.
@Suite("Allocations that fail", .timeLimit(.minutes(30)))
struct AllocationTests {
  // The allocator must be installed before SQLite is used, so each work has a process of its own.
  @Test func whileOpening() async { await expectSuccess(of: ["open and migrate", "read"]) }
  @Test func whileInserting() async { await expectSuccess(of: ["insert", "import"]) }
  @Test func whileChanging() async { await expectSuccess(of: ["update", "delete"]) }
  @Test func otherwise() async { await expectSuccess(of: ["groups", "repair", "backup"]) }

  private func expectSuccess(of names: [String]) async {
    await #expect(processExitsWith: .success) { [names] in
      try #require(fault_memory_install() == 0)
      for work in Work.all where names.contains(work.name) { try Self.fail(work) }
    }
  }

  /// Runs work with failing allocations.
  private static func fail(_ work: Work) throws {
    let seed = Seed()
    var generator = seed.generator
    func run(_ folder: WorkFolder, failing: Int, lasts: Bool) -> (count: Int, error: (any Error)?) {
      fault_memory_begin(failing, lasts ? 1 : 0)
      var thrown: (any Error)?
      do { try work.body(folder.path) } catch { thrown = error }
      return (fault_memory_end(), thrown)
    }
    let total = try run(WorkFolder(withStore: work.isOnStore), failing: 0, lasts: false)
    try #require(total.error == nil && total.count > 100, "\(total)")
    let numbers = Array(1...total.count)
    let chosen =
      triesEverything ? numbers : Array(numbers.shuffled(using: &generator).prefix(25))
    var failed = 0
    for number in chosen {
      for lasts in [false, true] {
        let folder = try WorkFolder(withStore: work.isOnStore)
        let error = run(folder, failing: number, lasts: lasts).error
        let place = Comment(
          rawValue: "\(work) allocation \(number) of \(total.count), lasts \(lasts), "
            + "\(error.map { "\($0)" } ?? "no error"), \(seed)")
        if let error {
          failed += 1
          #expect(Work.isTyped(error), place)
        }
        try work.expectWhole(at: folder.path, isAcknowledged: error == nil, place)
      }
    }
    print("\(work): \(total.count) allocations, \(2 * chosen.count) faults, \(failed) errors")
    #expect(failed > 0)
  }
}
