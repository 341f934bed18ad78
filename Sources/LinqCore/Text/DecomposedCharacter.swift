internal import Foundation

/// The canonical decomposition of one long character, computed in time linear in its length.
///
/// Foundation sorts combining marks by insertion: a base character with 40,000 marks takes 800
/// million steps. Here a bucket sort by combining class is used.
struct DecomposedCharacter {
  /// The number of decomposed scalars up to which a character is composed. Equal strings have the
  /// same decomposition, so either all of them are within the limit or none is.
  static let limit = 64

  /// The number of UTF-8 bytes up to which a character is always within the limit: two bytes
  /// decompose into at most three scalars, and three bytes into at most four.
  static let byteLimit = 42

  private let scalars: [Unicode.Scalar]

  /// Whether the character is equal to its decomposition under Swift's `==`. It is not if U+0F73,
  /// U+0F75 or U+0F81, which is not a mark itself but decomposes into two, follows a mark of a
  /// higher class: Swift does not reorder marks across it.
  let isEqualInSwift: Bool

  /// Decomposes a character.
  init(_ character: String) {
    var scalars: [Unicode.Scalar] = []
    var known: [Unicode.Scalar: [Unicode.Scalar]] = [:]
    /// The indices of decompositions that begin with a mark though their scalar is not a mark.
    var breaks: Set<Int> = []
    for scalar in character.unicodeScalars {
      let decomposition: [Unicode.Scalar]
      if let found = known[scalar] {
        decomposition = found
      } else {
        decomposition = Array(String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars)
        known[scalar] = decomposition
      }
      if scalar.combiningClass == 0, decomposition.first.map({ $0.combiningClass != 0 }) ?? false {
        breaks.insert(scalars.count)
      }
      scalars += decomposition
    }
    self.scalars = Self.ordered(scalars)
    isEqualInSwift = breaks.isEmpty || Self.ordered(scalars, breaks) == self.scalars
  }

  /// Whether the character stays decomposed.
  var isLong: Bool { scalars.count > Self.limit }

  /// The decomposition.
  var text: String { String(String.UnicodeScalarView(scalars)) }

  /// Sorts each run of combining marks stably by combining class. A run ends at each of `breaks`.
  private static func ordered(
    _ scalars: [Unicode.Scalar], _ breaks: Set<Int> = []
  ) -> [Unicode.Scalar] {
    var ordered: [Unicode.Scalar] = []
    ordered.reserveCapacity(scalars.count)
    // The marks since the last scalar that is not a mark, by their classes of 1 to 254.
    var marks: [[Unicode.Scalar]] = Array(repeating: [], count: 256)
    var classes: Set<UInt8> = []
    func endRun() {
      for combiningClass in classes.sorted() {
        ordered += marks[Int(combiningClass)]
        marks[Int(combiningClass)].removeAll(keepingCapacity: true)
      }
      classes.removeAll(keepingCapacity: true)
    }
    for (index, scalar) in scalars.enumerated() {
      if breaks.contains(index) { endRun() }
      let combiningClass = scalar.combiningClass
      if combiningClass == 0 {
        endRun()
        ordered.append(scalar)
      } else {
        marks[Int(combiningClass)].append(scalar)
        classes.insert(combiningClass)
      }
    }
    endRun()
    return ordered
  }
}

extension Unicode.Scalar {
  /// The canonical combining class; 0 for scalars that are not marks.
  fileprivate var combiningClass: UInt8 { properties.canonicalCombiningClass.rawValue }
}
