import CFaultVFS
import Foundation
import People
import StoreSQLite
import TestSupport
import Testing

/// Calls of SQLite to the system fail: the k-th one, and from the k-th one on, for each k until the
/// work succeeds. What is stored is what was there before or what should be there after, the error
/// says what happened, and nothing else is touched.
///
/// Set `FAULTS` to `all` to try each k; otherwise some are tried, as the seed decides.
@Suite("Faults of the system", .timeLimit(.minutes(hangLimit)))
struct FaultTests {
  @Test("a commit that could not be written is gone, even after a loss of power, or uncertain")
  func commit() throws {
    try #require(fault_install() == 0)
    for lasts in [false, true] {
      let folder = try WorkFolder()
      var (kept, copies, uncertain) = (0, 0, 0)
      try WorkFolder.withStore(folder.path) { store in
        // The connection has written before, so the next calls are those of the transactions.
        try store.people.insert(WorkFolder.person(0x1000, age: 40))
        kept += 1
        var (call, hasSucceeded) = (0, false)
        while !hasSucceeded {
          call += 1
          fault_begin(folder.name, Int32(FAULT_SYNC | FAULT_WRITE), call, lasts ? 1 : 0, 0)
          let person = WorkFolder.person(0x2000 + call, age: 40)
          let result = Result { try store.people.insert(person) }
          fault_end()
          switch result {
          case .success:
            kept += 1
            hasSucceeded = true
          case .failure(DatabaseError.inputOutput): break
          case .failure(DatabaseError.uncertain): uncertain += 1
          case .failure(let error): Issue.record("\(error)")
          }
          let visible = try store.people.count { $0.age == 40 }
          #expect(visible == kept)
          if case .failure(DatabaseError.inputOutput) = result {
            // What is there after a loss of power: the log is read from its beginning.
            let copy = try WorkFolder(withStore: false)
            for suffix in ["", "-wal"] {
              try FileManager.default.copyItem(
                atPath: folder.path + suffix, toPath: copy.path + suffix)
            }
            try WorkFolder.withStore(copy.path) { other in
              let (stored, findings) = (try other.people.count { $0.age == 40 }, try other.check())
              #expect(stored == kept && findings == [])
            }
            copies += 1
          }
        }
      }
      #expect(lasts ? uncertain > 0 : copies > 0 && uncertain == 0, "\(copies) \(uncertain)")
    }
  }

  // Which calls fail is known of a whole process.
  @Test func whileInserting() async { await expectSuccess(of: ["open and migrate", "insert"]) }
  @Test func whileChanging() async { await expectSuccess(of: ["update", "delete"]) }
  @Test func whileImporting() async { await expectSuccess(of: ["import", "repair"]) }
  @Test func otherwise() async { await expectSuccess(of: ["groups", "read", "backup"]) }

  /// Expects what is stored to be what was there before or after the work, never between, and
  /// errors to name the file.
  private func expectSuccess(of names: [String]) async {
    await #expect(processExitsWith: .success) { [names] in
      try #require(fault_install() == 0)
      for work in Work.all where names.contains(work.name) {
        try work.failEach(
          least: 5, sample: 12,
          variants: [(false, false), (true, false), (false, true), (true, true)].map {
            (lasts: $0, full: $1)
          },
          begin: { folder, failing, variant in
            fault_begin(
              folder.name, Int32(FAULT_ALL), failing, variant.lasts ? 1 : 0, variant.full ? 1 : 0)
          }, end: fault_end
        ) { error, place in
          #expect("\(error)".contains("people.db"), place)
        }
      }
    }
  }
}
