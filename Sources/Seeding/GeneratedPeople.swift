public import People

/// The people in a range of rows of a ``PersonGenerator``, which are generated on access.
///
/// Nothing is stored: the same index returns an equal person each time. The indices are the rows,
/// so `people(10..<20)` begins at index 10.
///
/// ```swift
/// let people = PersonGenerator(seed: 1).people(0..<1_000_000)
/// people.count                                        // 1000000, without making anyone
/// people[999_999]                                     // makes one person
/// var batch: [Person] = []
/// batch.append(contentsOf: people[2_000..<3_000])     // makes a thousand
/// ```
public struct GeneratedPeople: RandomAccessCollection, Sendable {
  private let generator: PersonGenerator
  private let rows: Range<Int>

  init(generator: PersonGenerator, rows: Range<Int>) {
    precondition(rows.lowerBound >= 0, "rows of generated people are not negative: \(rows)")
    self.generator = generator
    self.rows = rows
  }

  /// The first row.
  public var startIndex: Int { rows.lowerBound }

  /// The row after the last.
  public var endIndex: Int { rows.upperBound }

  /// The person in a row. O(1).
  public subscript(row: Int) -> Person {
    precondition(rows.contains(row), "row \(row) is not in \(rows)")
    return generator.person(at: row)
  }
}
