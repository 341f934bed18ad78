internal import Foundation

/// The one form in which text is stored, bound and compared: two texts have the same form, byte for
/// byte, exactly when Swift's `==` says that they are equal.
///
/// The form is Unicode's NFC. Foundation's composition alone leaves some equal texts different
/// (U+AC00 U+11A8 for one), so the text is decomposed before it is composed. A few texts, of
/// scalars beyond U+FFFF or incomplete syllables of hangul before a mark, Foundation composes to a
/// text that is another one (U+20041 U+0300 to U+00C0): those stay decomposed, as do characters of
/// more than 64 decomposed scalars. The time is linear in the length of the text, whatever marks it
/// has.
@usableFromInline package enum CanonicalText {
  /// The canonical form of a text.
  ///
  /// ASCII, Latin, Greek and Cyrillic letters, kana, hangul and unified ideographs without
  /// combining marks are recognised and returned as they are, in about a nanosecond a byte; other
  /// text costs microseconds.
  ///
  /// ```swift
  /// CanonicalText.form(of: "e\u{301}")     // "\u{E9}"
  /// ```
  @usableFromInline package static func form(of text: String) -> String {
    var text = text
    if text.withUTF8({ isKnownCanonical($0) }) { return text }
    // Character by character, so that the form of a text begins with the forms of its beginnings.
    var form = ""
    for character in text { form += Self.form(of: character) }
    return form
  }

  private static func form(of character: Character) -> String {
    let text = String(character)
    if text.utf8.count == 1 { return text }
    if text.utf8.count > DecomposedCharacter.byteLimit {
      let decomposed = DecomposedCharacter(text)
      if decomposed.isLong { return decomposed.isEqualInSwift ? decomposed.text : text }
    }
    // Equal texts have one decomposition, so whatever is made of that alone is the same for them
    // all.
    let decomposed = text.decomposedStringWithCanonicalMapping
    let composed = decomposed.precomposedStringWithCanonicalMapping
    if composed == decomposed, composed == text { return composed }
    // Swift does not take some texts (U+0F81 after another mark) for equal to their decomposition.
    return decomposed == text ? decomposed : text
  }

  /// Whether a text is in its canonical form.
  package static func isCanonical(_ text: String) -> Bool {
    var text = text
    if text.withUTF8({ isKnownCanonical($0) }) { return true }
    return form(of: text).utf8.elementsEqual(text.utf8)
  }

  /// Whether these bytes of UTF-8 are known to be in canonical form by their scalars alone; false
  /// means "perhaps".
  @usableFromInline package static func isKnownCanonical(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool
  {
    var index = 0
    // Lead bytes below CC stand for scalars below U+0300, where the combining marks begin. Eight
    // bytes at once as long as they are ASCII.
    while index &+ 8 <= utf8.count {
      let word = UnsafeRawPointer(utf8.baseAddress.unsafelyUnwrapped)
        .loadUnaligned(fromByteOffset: index, as: UInt64.self)
      if word & 0x8080_8080_8080_8080 != 0 { break }
      index &+= 8
    }
    while index < utf8.count {
      let byte = utf8[index]
      if byte < 0xCC {
        index &+= 1
      } else if byte < 0xE0 {
        guard index &+ 1 < utf8.count else { return false }
        let scalar = UInt32(byte & 0x1F) << 6 | UInt32(utf8[index &+ 1] & 0x3F)
        guard isInert(scalar) else { return false }
        index &+= 2
      } else if byte < 0xF0 {
        guard index &+ 2 < utf8.count else { return false }
        let scalar =
          UInt32(byte & 0x0F) << 12 | UInt32(utf8[index &+ 1] & 0x3F) << 6
          | UInt32(utf8[index &+ 2] & 0x3F)
        guard isInert(scalar) else { return false }
        index &+= 3
      } else {
        return false
      }
    }
    return true
  }

  /// Blocks of scalars from U+0300 on that are in composed form wherever they stand: none of them
  /// decomposes for good or combines with what comes before it. Of those with a combining class
  /// there is one only, the virama, so that nothing can be in the wrong order. A test goes through
  /// them all.
  private static func isInert(_ scalar: UInt32) -> Bool {
    switch scalar {
    case 0x0388...0x0482: true  // Greek and Cyrillic letters
    case 0x048A...0x0530: true  // more Cyrillic
    case 0x0531...0x0556, 0x0561...0x0586: true  // Armenian
    case 0x05D0...0x05EA: true  // Hebrew letters
    case 0x0620...0x064A: true  // Arabic letters
    case 0x0904...0x0939, 0x093D...0x0950: true  // Devanagari letters, vowel signs, virama
    case 0x0E01...0x0E37, 0x0E40...0x0E47: true  // Thai letters
    case 0x10D0...0x10FF: true  // Georgian
    case 0x1E00...0x1EFF: true  // more Latin letters, those of Vietnamese among them
    case 0x2010...0x2027: true  // dashes and quotation marks
    case 0x3041...0x3096, 0x30A1...0x30FA, 0x30FC...0x30FE: true  // kana
    case 0x4E00...0x9FFC: true  // unified ideographs
    case 0xAC00...0xD7A3: true  // hangul syllables
    default: false
    }
  }
}
