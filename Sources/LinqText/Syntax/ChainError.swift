/// An error in the text of a chain, with its position.
///
/// ```
/// people.where { $0.agee < 30 }
///                   ^ Person has no member agee; did you mean age?
/// ```
public struct ChainError: Error, Sendable, Hashable, CustomStringConvertible {
  /// A description of the error.
  public let message: String

  /// The range of characters in the text that the error is about, counted from 0.
  public let range: Range<Int>

  /// The names that would be right there, if the error is about an unknown one.
  let names: [String]

  init(_ message: String, at range: Range<Int>, insteadOf names: [String] = []) {
    self.message = message
    self.range = range
    self.names = names
  }

  /// Creates the error about an unknown name, which suggests the most similar one.
  init(_ message: String, _ name: String, at range: Range<Int>, among names: [String]) {
    let nearest = nearest(to: name, among: names)
    self.init(
      "\(message) \(name)\(nearest.map { "; did you mean \($0)?" } ?? "")", at: range,
      insteadOf: names)
  }

  /// The description of the error with the position of its first character, counted from 1.
  public var description: String { "\(message) (at character \(range.lowerBound + 1))" }
}

/// Returns the name that is most similar to a wrong one, or nil if none is similar.
package func nearest(to name: String, among names: [String]) -> String? {
  // What is far longer than a name is none of them, and would take long.
  guard name.utf8.count <= 200 else { return nil }
  let written = name.lowercased()
  let best = names.map { (distance: editDistance(written, $0.lowercased()), name: $0) }
    .min { ($0.distance, $0.name) < ($1.distance, $1.name) }
  guard let best, best.distance <= max(2, name.count / 3) else { return nil }
  return best.name
}

/// Returns the number of characters that have to be replaced, inserted or deleted.
package func editDistance(_ left: String, _ right: String) -> Int {
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
