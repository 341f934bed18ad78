/// The distribution of ages in the population of the world.
enum AgePyramid {
  // Source: United Nations, World Population Prospects 2024, both sexes, 1 July 2025; approximate.
  /// Thousands of people by five-year band: 0-4, 5-9, … 95-99, 100 and over.
  static let bands = [
    643_000, 683_000, 691_000, 661_000, 624_000, 603_000, 602_000, 600_000, 548_000, 487_000,
    465_000, 421_000, 360_000, 297_000, 231_000, 154_000, 93_000, 50_000, 21_000, 5_500, 600,
  ]

  /// The weight of every age from 0 to 104 in whole years.
  ///
  /// Within a band the weights are interpolated linearly between its neighbors, so that there is no
  /// step at every fifth birthday. Their sum is still that of the band.
  static let weights: [Int] = bands.indices.flatMap { band in
    let average = bands[band] / 5
    let before = bands[max(band - 1, 0)]
    let after = band + 1 < bands.count ? bands[band + 1] : 0
    // A band is five years wide, so the averages of its neighbors are ten years apart. The limit
    // keeps the last years of a steep band above zero.
    let slope = max(-average / 3, min(average / 3, (after - before) / 50))
    return (-2...2).map { average + $0 * slope }
  }

  /// The highest age that is drawn.
  static let oldest = weights.count - 1
}
