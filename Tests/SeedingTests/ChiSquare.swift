/// Whether counts are what draws with the given weights could give.
///
/// Pearson's statistic against its mean plus six standard deviations. The draws of a seed are
/// fixed, so a test with it passes always or never. Items with fewer than five draws expected are
/// taken together, as the statistic asks for.
func countsFit<Item: Hashable>(_ counts: [Item: Int], expected: [Item: Double]) -> Bool {
  guard Set(counts.keys).isSubset(of: expected.keys) else { return false }
  var statistic = 0.0
  var bins = 0
  var rare = (count: 0, expected: 0.0)
  func add(_ count: Int, _ expected: Double) {
    let deviation = Double(count) - expected
    statistic += deviation * deviation / expected
    bins += 1
  }
  for (item, expected) in expected {
    let count = counts[item, default: 0]
    if expected < 5 {
      rare = (rare.count + count, rare.expected + expected)
    } else {
      add(count, expected)
    }
  }
  if rare.expected >= 5 { add(rare.count, rare.expected) }
  let freedom = Double(bins - 1)
  return bins > 1 && statistic < freedom + 6 * (2 * freedom).squareRoot()
}
