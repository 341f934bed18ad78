/// The number of columns that text occupies on a terminal.
enum DisplayWidth {
  /// Returns the number of columns of a text: two for each ideograph, Hangul syllable, kana or
  /// emoji, and none for marks.
  static func of(_ text: String) -> Int {
    // Most text is ASCII.
    if text.utf8.allSatisfy({ (0x20...0x7E).contains($0) }) { return text.utf8.count }
    return text.reduce(0) { $0 + width(of: $1) }
  }

  /// Returns a text truncated to a number of columns, with `…` instead of the removed part.
  static func cut(_ text: String, to columns: Int) -> String {
    guard of(text) > columns else { return text }
    var result = ""
    var used = 0
    for character in text {
      let width = width(of: character)
      if used + width > columns - 1 { break }
      result.append(character)
      used += width
    }
    return result + "…"
  }

  /// Returns a text with spaces after it, or before it, to fill a number of columns.
  static func pad(_ text: String, to columns: Int, onLeft: Bool = false) -> String {
    let spaces = String(repeating: " ", count: max(0, columns - of(text)))
    return onLeft ? spaces + text : text + spaces
  }

  private static func width(of character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    // An emoji is one picture, even if it consists of several scalars.
    if first.properties.isEmojiPresentation { return 2 }
    if first.properties.isEmoji, scalars.contains("\u{FE0F}") { return 2 }
    return scalars.reduce(0) { $0 + width(of: $1) }
  }

  private static func width(of scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x20...0x2FF: return scalar.value == 0xAD ? 0 : 1
    // The vowels and final consonants of a Hangul syllable combine with its first consonant.
    case 0x1160...0x11FF: return 0
    case 0x1100...0x115F, 0x2E80...0x3029, 0x302E...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF,
      0x4E00...0x9FFF, 0xA000...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x20000...0x3FFFD:
      return isMark(scalar) ? 0 : 2
    default: return isMark(scalar) ? 0 : 1
    }
  }

  private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: true
    default: false
    }
  }
}
