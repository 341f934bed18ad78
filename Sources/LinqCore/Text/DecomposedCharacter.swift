internal import Foundation

/// The canonical decomposition of one long character, made in time linear in its length.
///
/// Foundation puts combining marks in order by insertion: of a base with 40,000 marks, that is 800
/// million steps. Here they are counted by their combining classes.
struct DecomposedCharacter {
  /// The number of decomposed scalars up to which a character is composed. Equal texts have one
  /// decomposition, so all of them are beyond it, or none.
  static let limit = 64

  /// A character of at most so many bytes is within the limit: two bytes decompose into three
  /// scalars at most, three into four.
  static let byteLimit = 42

  private let scalars: [Unicode.Scalar]

  /// Whether Swift's `==` takes the character for equal to its decomposition. It does not where
  /// U+0F73, U+0F75 or U+0F81, which is no mark itself and becomes two, stands after a mark of a
  /// higher class: Swift does not put marks in order across it.
  let isEqualInSwift: Bool

  /// Decomposes a character.
  init(_ character: String) {
    var scalars: [Unicode.Scalar] = []
    var known: [Unicode.Scalar: [Unicode.Scalar]] = [:]
    /// Where scalars begin that become marks and are none.
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

  /// Puts each run of combining marks in the order of their classes; equal classes stay as they
  /// are. A run ends at each of `breaks`.
  private static func ordered(
    _ scalars: [Unicode.Scalar], _ breaks: Set<Int> = []
  ) -> [Unicode.Scalar] {
    var ordered: [Unicode.Scalar] = []
    ordered.reserveCapacity(scalars.count)
    // The marks since the last scalar that is none, by their classes of 1 to 254.
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
  /// The canonical combining class; 0 for what is no mark.
  fileprivate var combiningClass: UInt8 { properties.canonicalCombiningClass.rawValue }
}
