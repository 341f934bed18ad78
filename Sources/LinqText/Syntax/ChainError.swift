/// Why a text is no chain: what is wrong, and where.
///
/// ```
/// people.where { $0.agee < 30 }
///                   ^ Person has no member agee; did you mean age?
/// ```
public struct ChainError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong.
  public let message: String

  /// The characters of the text that it is about, counted from 0.
  public let range: Range<Int>

  init(_ message: String, at range: Range<Int>) {
    self.message = message
    self.range = range
  }

  /// What is wrong, and at which character, counted from 1.
  public var description: String { "\(message) (at character \(range.lowerBound + 1))" }
}

/// The name nearest to a mistaken one, for a hint; nil where none is near.
func nearest(to name: String, among names: [String]) -> String? {
  let best = names.map { (distance: editDistance(name.lowercased(), $0.lowercased()), name: $0) }
    .min { ($0.distance, $0.name) < ($1.distance, $1.name) }
  guard let best, best.distance <= max(2, name.count / 3) else { return nil }
  return best.name
}

/// `; did you mean …?`, where a name is near.
func hint(for name: String, among names: [String]) -> String {
  nearest(to: name, among: names).map { "; did you mean \($0)?" } ?? ""
}

/// How many characters have to be changed, added or taken away.
private func editDistance(_ left: String, _ right: String) -> Int {
  let right = Array(right)
  var row = Array(0...right.count)
  for (index, character) in left.enumerated() {
    var diagonal = row[0]
    row[0] = index + 1
    for place in right.indices {
      let change = diagonal + (right[place] == character ? 0 : 1)
      diagonal = row[place + 1]
      row[place + 1] = min(change, row[place] + 1, diagonal + 1)
    }
  }
  return row[right.count]
}
