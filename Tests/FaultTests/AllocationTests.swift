import CFaultVFS
import Foundation
import TestSupport
import Testing

/// SQLite's allocations fail: the k-th one, and from the k-th one on. What is stored is what was
/// there before or what should be there after, and the error says what happened.
///
/// Set `FAULTS` to `all` to try each k; otherwise some are tried, as the seed decides.
@Suite("Allocations that fail", .timeLimit(.minutes(hangLimit)))
struct AllocationTests {
  // The allocator must be installed before SQLite is used, so each work has a process of its own.
  @Test func whileOpening() async { await expectSuccess(of: ["open and migrate", "read"]) }
  @Test func whileInserting() async { await expectSuccess(of: ["insert", "import"]) }
  @Test func whileChanging() async { await expectSuccess(of: ["update", "delete"]) }
  @Test func otherwise() async { await expectSuccess(of: ["groups", "repair", "backup"]) }

  private func expectSuccess(of names: [String]) async {
    await #expect(processExitsWith: .success) { [names] in
      try #require(fault_memory_install() == 0)
      for work in Work.all where names.contains(work.name) {
        try work.failEach(
          least: 100, sample: 12, variants: [false, true],
          begin: { _, failing, lasts in fault_memory_begin(failing, lasts ? 1 : 0) },
          end: fault_memory_end)
      }
    }
  }
}
