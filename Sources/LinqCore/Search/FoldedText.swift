internal import Foundation

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
    for scalar in CanonicalText.form(of: text).unicodeScalars {
      if scalar.value < 0x80 {
        add(ascii(scalar))
      } else if let known = known(scalar) {
        for folded in known { add(folded) }
      } else {
        for folded in computed(scalar) { add(folded) }
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

  /// Returns the folded form of a scalar for which it was computed in advance: Latin, Greek and
  /// Cyrillic letters and punctuation.
  private static func known(_ scalar: Unicode.Scalar) -> [Unicode.Scalar]? {
    let value = Int(scalar.value)
    if value < letters.count { return letters[value] }
    guard value >= firstOfMore, value < firstOfMore + more.count else { return nil }
    return more[value - firstOfMore]
  }

  private static let firstOfMore = 0x1E00
  private static let letters = (0..<0x530).map { Unicode.Scalar($0).map(computed) ?? [] }
  private static let more = (firstOfMore..<0x2070).map { Unicode.Scalar($0).map(computed) ?? [] }

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
