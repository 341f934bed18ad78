/// How many columns of a terminal text takes.
enum DisplayWidth {
  /// The columns of a text: two for each ideograph, syllable of hangul, kana or emoji, none for marks.
  static func of(_ text: String) -> Int {
    text.reduce(0) { $0 + width(of: $1) }
  }

  /// A text cut to a number of columns, with `…` in the place of what is cut off.
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

  /// A text with spaces behind it, or before it, up to a number of columns.
  static func pad(_ text: String, to columns: Int, onLeft: Bool = false) -> String {
    let spaces = String(repeating: " ", count: max(0, columns - of(text)))
    return onLeft ? spaces + text : text + spaces
  }

  private static func width(of character: Character) -> Int {
    guard let first = character.unicodeScalars.first else { return 0 }
    switch first.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    switch first.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF,
      0xA000...0xA4CF, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
      0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }
}
