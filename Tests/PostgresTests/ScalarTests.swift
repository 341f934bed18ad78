#if Postgres
import Foundation
import StorePostgres
import Testing

extension PostgresSuite {
  @Suite struct ScalarTests {
    @Test func scalarsThatDoNotCombineAreCharacters() throws {
      let special = try Self.scalars(CombiningScalars.pattern)
      // The ones that combine with each kind of neighbor.
      let neighbors = ["a", "é", "1", "\n", "\u{1F600}", "\u{AC00}", "\u{AC01}", "\u{915}", "日"]
      var missed: [UInt32] = []
      for value in UInt32(1)...0x10FFFF where !special.contains(Int(value)) {
        guard let scalar = Unicode.Scalar(value) else { continue }
        let text = String(scalar)
        if neighbors.contains(where: { (text + $0).count != 2 || ($0 + text).count != 2 })
          || (text + text).count != 2
        {
          missed.append(value)
        }
      }
      #expect(missed.isEmpty, "\(missed.prefix(20))")
    }

    @Test func theServerReadsTheRangesInTheSameWay() throws {
      let connection = try newConnection()
      let special = try Self.scalars(CombiningScalars.pattern)
      let found = try connection.query(
        """
        SELECT n FROM generate_series(1, 1114111) n
        WHERE n NOT BETWEEN 55296 AND 57343
          AND chr(n) ~ '[\(CombiningScalars.pattern)]'
        """
      ) { Int(try $0.integer(0)) }
      #expect(IndexSet(found) == special.subtracting(IndexSet(integersIn: 55296...57343)))
    }

    private static func scalars(_ pattern: String) throws -> IndexSet {
      var set = IndexSet()
      let range = #/\\[uU]([0-9A-F]+)(?:-\\[uU]([0-9A-F]+))?/#
      for match in pattern.matches(of: range) {
        let low = try #require(Int(match.1, radix: 16))
        let high = try match.2.map { try #require(Int($0, radix: 16)) } ?? low
        set.insert(integersIn: low...high)
      }
      return set
    }
  }
}
#endif
