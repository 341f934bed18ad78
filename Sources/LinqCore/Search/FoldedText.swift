internal import Foundation
internal import Synchronization

/// Text without what people leave out when they look for it: case, accents and marks, the width of
/// characters, and the shape of apostrophes and dashes.
///
/// | text | folded | because |
/// |---|---|---|
/// | `José`, `JOSE` | `jose` | marks and case |
/// | `Groß` | `gross` | case folding |
/// | `Łukasz Sørensen` | `lukasz sorensen` | a table of letters that do not decompose |
/// | `O’Neil` | `o'neil` | signs that are used as apostrophes |
/// | `ｶﾞｸ` | `ガク` | width; kana keep their marks, which make other letters of them |
///
/// Each scalar is folded by its Unicode properties, without the rules of a language. Equal texts
/// have the same folded form, and the folded form of a folded text is itself.
enum FoldedText {
  /// Returns the folded text, in canonical form.
  static func form(of text: String) -> String {
    var view = String.UnicodeScalarView()
    forEachScalar(of: text) { view.append($0) }
    return CanonicalText.form(of: String(view))
  }

  /// Calls a closure with the scalars of the folded text. Hangul is decomposed.
  static func forEachScalar(of text: String, _ body: (Unicode.Scalar) -> Void) {
    /// A kana that a mark may follow.
    var kana: Unicode.Scalar?
    func add(_ scalar: Unicode.Scalar) {
      if isVoicingMark(scalar) {
        if let base = kana { body(voiced(base, scalar)) }
        kana = nil
        return
      }
      if let base = kana { body(base) }
      kana = isKana(scalar) ? scalar : nil
      if kana == nil { body(scalar) }
    }
    var block = Block()
    for scalar in CanonicalText.form(of: text).unicodeScalars {
      if scalar.value < 0x80 {
        add(ascii(scalar))
      } else {
        if scalar.value >> 6 != block.number { block = Self.block(scalar.value >> 6) }
        block.forEachScalar(of: scalar, add)
      }
    }
    if let base = kana { body(base) }
  }

  private static func ascii(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    switch scalar {
    case "A"..."Z": Unicode.Scalar(UInt8(scalar.value) | 0x20)
    case "`": "'"
    default: scalar
    }
  }

  /// The folded forms of 64 scalars. Computing one of them takes microseconds.
  private struct Block {
    /// The high bits of the scalars.
    var number = UInt32.max
    /// The forms, one after another.
    private var scalars: [Unicode.Scalar] = []
    /// Where each form ends.
    private var ends: [Int] = [0]

    init() {}

    init(_ number: UInt32) {
      self.number = number
      for low in 0..<64 as Range<UInt32> {
        // A surrogate is no scalar.
        scalars += Unicode.Scalar(number << 6 | low).map(computed) ?? []
        ends.append(scalars.count)
      }
    }

    func forEachScalar(of scalar: Unicode.Scalar, _ body: (Unicode.Scalar) -> Void) {
      let place = Int(scalar.value & 63)
      for index in ends[place]..<ends[place + 1] { body(scalars[index]) }
    }
  }

  /// The blocks of Latin, Greek and Cyrillic letters, which are read without a lock.
  private static let letters = (0..<21).map(Block.init)

  /// The other blocks that texts had: some kilobytes for a script, megabytes for all.
  private static let blocks = Mutex<[UInt32: Block]>([:])

  private static func block(_ number: UInt32) -> Block {
    if number < letters.count { return letters[Int(number)] }
    if let known = blocks.withLock({ $0[number] }) { return known }
    let block = Block(number)
    blocks.withLock { $0[number] = block }
    return block
  }

  /// Returns the folded form of a scalar.
  private static func computed(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    if isApostrophe(scalar) { return ["'"] }
    if isDash(scalar) { return ["-"] }
    var folded: [Unicode.Scalar] = []
    let composed = String(scalar).precomposedStringWithCompatibilityMapping.unicodeScalars
    for scalar in composed {
      if isKana(scalar) || isVoicingMark(scalar) {
        folded.append(scalar)
        continue
      }
      for part in String(scalar).decomposedStringWithCompatibilityMapping.unicodeScalars {
        for letter in caseless(part) {
          switch letter.properties.generalCategory {
          case .nonspacingMark, .enclosingMark, .format: break
          default:
            if isApostrophe(letter) {
              folded.append("'")
            } else if isDash(letter) {
              folded.append("-")
            } else if letter != "\u{640}" {
              folded += plainLetters[letter] ?? [letter]
            }
          }
        }
      }
    }
    return folded
  }

  /// Returns a scalar without case: the lowercase letters of its uppercase letters.
  private static func caseless(_ scalar: Unicode.Scalar) -> [Unicode.Scalar] {
    let upper = scalar.properties.lowercaseMapping.uppercased()
    return upper.unicodeScalars.flatMap { scalar in
      scalar.properties.lowercaseMapping.decomposedStringWithCompatibilityMapping.unicodeScalars
    }
  }

  /// Letters that have no decomposition, and what people type for them.
  private static let plainLetters: [Unicode.Scalar: [Unicode.Scalar]] = [
    "ł": ["l"], "ø": ["o"], "đ": ["d"], "ð": ["d"], "þ": ["t", "h"], "æ": ["a", "e"],
    "œ": ["o", "e"], "ħ": ["h"], "ı": ["i"], "ŋ": ["n"], "ŧ": ["t"], "ĸ": ["k"], "ƀ": ["b"],
    "ɨ": ["i"], "ƶ": ["z"], "ǥ": ["g"], "ƙ": ["k"], "ɓ": ["b"], "ɗ": ["d"], "ƴ": ["y"],
    "ς": ["σ"],
  ]

  private static func isApostrophe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "'", "`", "´", "‘", "’", "‛", "′", "ʹ", "ʻ", "ʼ", "ʽ", "ʾ", "ʿ", "ˈ", "՚", "׳", "＇":
      true
    default: false
    }
  }

  private static func isDash(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "-" || scalar == "\u{2212}" || scalar == "\u{2043}"
      || scalar.properties.generalCategory == .dashPunctuation
  }

  private static func isKana(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x3041...0x3096, 0x309D...0x309E, 0x30A1...0x30FA, 0x30FC...0x30FE, 0x31F0...0x31FF: true
    default: false
    }
  }

  private static func isVoicingMark(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value == 0x3099 || scalar.value == 0x309A
  }

  /// Returns a kana with a mark, or the kana alone if there is no such letter.
  private static func voiced(_ kana: Unicode.Scalar, _ mark: Unicode.Scalar) -> Unicode.Scalar {
    let text = String(String.UnicodeScalarView([kana, mark])).precomposedStringWithCanonicalMapping
    return text.unicodeScalars.count == 1 ? text.unicodeScalars.first ?? kana : kana
  }
}
