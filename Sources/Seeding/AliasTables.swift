/// Weighted draws in O(1): alias tables after Walker and Vose, in integers.
///
/// Many tables share one array, so that drawing from one of dozens touches one buffer and counts no
/// references. Each table is a section; a draw answers the position in the shared array, which is
/// the position of the item in any array filled in parallel.
struct AliasTables: Sendable {
  /// One table: its columns in the shared array.
  struct Section: Sendable {
    let start: Int
    let count: Int
  }

  /// A column is kept when the random fraction, in units of 2⁻⁶⁴, is below `threshold`.
  private struct Column {
    var threshold: UInt64
    var alias: Int
  }

  private var columns: [Column] = []

  /// Adds a table that draws the item at offset `i` with probability `weights[i] / weights.sum`.
  ///
  /// The probabilities are exact but for rounding to 2⁻⁶⁴ per column. The weights are positive and
  /// their sum times their number fits an `Int`. O(n).
  mutating func append(weights: [Int]) -> Section {
    precondition(!weights.isEmpty && weights.allSatisfy { $0 > 0 }, "a weight is not positive")
    let start = columns.count
    let total = weights.reduce(0, +)
    // Scaled so that the average column holds exactly `total`.
    var scaled = weights.map { $0 * weights.count }
    var small = scaled.indices.filter { scaled[$0] < total }
    var large = scaled.indices.filter { scaled[$0] >= total }
    for offset in weights.indices {
      columns.append(Column(threshold: .max, alias: start + offset))
    }
    while let lower = small.popLast(), let upper = large.last {
      // scaled[lower] < total, so the quotient fits 64 bits.
      let quotient = UInt64(total).dividingFullWidth((UInt64(scaled[lower]), 0)).quotient
      columns[start + lower] = Column(threshold: quotient, alias: start + upper)
      scaled[upper] -= total - scaled[lower]
      if scaled[upper] < total {
        large.removeLast()
        small.append(upper)
      }
    }
    return Section(start: start, count: weights.count)
  }

  /// The position in the shared array that a uniform 64-bit number draws from a section. O(1).
  @inline(__always) func draw(_ random: UInt64, from section: Section) -> Int {
    // The product's high half is a uniform column, its low half a uniform fraction within it.
    let product = random.multipliedFullWidth(by: UInt64(truncatingIfNeeded: section.count))
    let position = section.start &+ Int(truncatingIfNeeded: product.high)
    let column = columns[position]
    return product.low < column.threshold ? position : column.alias
  }
}
