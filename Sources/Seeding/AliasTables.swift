/// Alias tables after Walker and Vose, in integers, which draw from weighted items in O(1).
///
/// Many tables share one array, so that drawing from one of dozens accesses one buffer and needs no
/// reference counting. Each table is a section. A draw returns the index in the shared array, which
/// is also the index of the item in any parallel array.
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
  /// The probabilities are exact except for rounding to 2⁻⁶⁴ per column. The weights must be
  /// positive, and their sum times their number must fit an `Int`. O(n).
  mutating func append(weights: [Int]) -> Section {
    precondition(!weights.isEmpty && weights.allSatisfy { $0 > 0 }, "a weight is not positive")
    let start = columns.count
    let total = weights.reduce(0, +)
    // The weights are scaled so that the average column holds exactly `total`.
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

  /// Returns the index in the shared array that a uniform 64-bit number selects from a section.
  /// O(1).
  @inline(__always) func draw(_ random: UInt64, from section: Section) -> Int {
    // The high half of the product is a uniform column, and the low half a uniform fraction within
    // it.
    let product = random.multipliedFullWidth(by: UInt64(truncatingIfNeeded: section.count))
    let position = section.start &+ Int(truncatingIfNeeded: product.high)
    let column = columns[position]
    return product.low < column.threshold ? position : column.alias
  }
}
