internal import LinqCore

/// The different names and surnames of people, each with a number.
///
/// A part is a folded text of letters and numbers, with a space where other signs were between
/// them; apostrophes are left out. The part 0 is empty.
struct NameParts {
  /// A part, with what tells quickly that another one is not similar.
  struct Part {
    let scalars: [Unicode.Scalar]
    /// Whether it may have mistakes at all: it is neither too long nor a number.
    let canDiffer: Bool
    /// A bit for each scalar that occurs. A mistake changes two of them at most.
    let signature: UInt64

    var count: Int { scalars.count }
    var text: String { String(String.UnicodeScalarView(scalars)) }
  }

  /// Longer parts are similar to none.
  private static let longest = 64

  private(set) var parts = [Part(scalars: [], canDiffer: false, signature: 0)]
  /// The numbers of parts by their texts, and by texts as they are stored.
  private var numbers: [String: Int32] = ["": 0]
  private var known: [String: Int32] = ["": 0]
  private var knownWhole: [String: (Int32, Int32)] = [:]

  /// Returns the parts of a person's name. The last word of a name without a surname stands for it.
  mutating func parts(name: String, surname: String) -> (name: Int32, surname: Int32) {
    guard surname.isEmpty else { return (number(ofStored: name), number(ofStored: surname)) }
    if let parts = knownWhole[name] { return parts }
    let text = Self.text(of: name)
    let parts: (Int32, Int32)
    if let space = text.lastIndex(of: " ") {
      parts = (number(of: String(text[..<space])), number(of: String(text[space...].dropFirst())))
    } else {
      parts = (number(of: text), 0)
    }
    knownWhole[name] = parts
    return parts
  }

  private mutating func number(ofStored text: String) -> Int32 {
    if let number = known[text] { return number }
    let number = number(of: Self.text(of: text))
    known[text] = number
    return number
  }

  private mutating func number(of text: String) -> Int32 {
    if let number = numbers[text] { return number }
    let scalars = Array(text.unicodeScalars)
    var signature: UInt64 = 0
    for scalar in scalars { signature |= 1 << UInt64(scalar.value & 63) }
    let hasNumber = scalars.contains { $0.properties.numericType != nil && !Self.isHan($0) }
    let number = Int32(parts.count)
    parts.append(
      Part(
        scalars: scalars, canDiffer: !hasNumber && scalars.count <= Self.longest,
        signature: signature))
    numbers[text] = number
    return number
  }

  /// Whether a scalar is a Han character, some of which are numbers and parts of names.
  private static func isHan(_ scalar: Unicode.Scalar) -> Bool { scalar.properties.isIdeographic }

  /// Returns the text of a part. A name without letters and numbers is what it is.
  private static func text(of stored: String) -> String {
    let folded = stored.folded
    if folded.utf8.allSatisfy({ (0x61...0x7A).contains($0) }) { return folded }
    var text = String.UnicodeScalarView()
    for scalar in folded.unicodeScalars where scalar != "'" {
      if isInName(scalar) {
        text.append(scalar)
      } else if let last = text.last, last != " " {
        text.append(" ")
      }
    }
    if text.last == " " { text.removeLast() }
    return text.isEmpty ? folded : String(text)
  }

  private static func isInName(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .spacingMark, .nonspacingMark:
      true
    default: false
    }
  }
}

extension NameParts {
  /// The number of characters from which names may have two mistakes together.
  private static let longName = 10

  /// Returns how many mistakes one of two parts may have, whose longer one has a number of
  /// characters.
  private static func limit(_ count: Int) -> Int { count < 4 ? 0 : count < 8 ? 1 : 2 }

  /// Returns the number of mistakes between two parts; nil if they are not similar.
  func distance(_ left: Int32, _ right: Int32) -> Int? {
    if left == right { return 0 }
    let (one, other) = (Int(left), Int(right))
    let limit = Self.limit(max(parts[one].count, parts[other].count))
    guard parts[one].canDiffer, parts[other].canDiffer,
      (parts[one].signature ^ parts[other].signature).nonzeroBitCount <= 2 * limit
    else { return nil }
    return EditDistance.distance(parts[one].scalars, parts[other].scalars, atMost: limit)
  }

  /// Returns how many mistakes two names may have together.
  func limit(_ left: (Int32, Int32), _ right: (Int32, Int32)) -> Int {
    max(count(left), count(right)) < Self.longName ? 1 : 2
  }

  private func count(_ name: (Int32, Int32)) -> Int {
    parts[Int(name.0)].count + parts[Int(name.1)].count
  }

  /// Returns the number of mistakes between two names in either order; nil if they are not similar.
  func distance(_ left: (Int32, Int32), _ right: (Int32, Int32)) -> Int? {
    var least: Int?
    if let first = distance(left.0, right.0), let second = distance(left.1, right.1) {
      least = first + second
    }
    if let first = distance(left.0, right.1), let second = distance(left.1, right.0) {
      least = min(least ?? .max, first + second)
    }
    return least.flatMap { $0 <= limit(left, right) ? $0 : nil }
  }

  /// Returns a name as a text.
  func text(_ name: (Int32, Int32)) -> String {
    [parts[Int(name.0)].text, parts[Int(name.1)].text].filter { !$0.isEmpty }
      .joined(separator: " ")
  }
}
