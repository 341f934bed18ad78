internal import Foundation

/// The canonical form in which text is stored, bound and compared. Two strings have the same
/// canonical form, byte for byte, exactly if they are equal under Swift's `==`.
///
/// The form is Unicode's NFC. Foundation's composition alone leaves some equal strings different
/// (for example U+AC00 U+11A8), so a string is decomposed before it is composed. Foundation
/// composes a few strings, which have scalars beyond U+FFFF or incomplete hangul syllables before a
/// mark, to a string that is not equal (U+20041 U+0300 to U+00C0). Those stay decomposed, as do
/// characters of more than 64 decomposed scalars. The time is linear in the length of the string,
/// whatever marks it contains.
@usableFromInline package enum CanonicalText {
  /// Returns the canonical form of a string.
  ///
  /// ASCII, Latin, Greek and Cyrillic letters, kana, hangul and unified ideographs without
  /// combining marks are recognized and returned unchanged, in about a nanosecond per byte. Other
  /// text takes microseconds.
  ///
  /// ```swift
  /// CanonicalText.form(of: "e\u{301}")     // "\u{E9}"
  /// ```
  @usableFromInline package static func form(of text: String) -> String {
    var text = text
    if text.withUTF8({ isKnownCanonical($0) }) { return text }
    // Character by character, so that the form of a string begins with the forms of its prefixes.
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
    // Equal strings have the same decomposition, so a result that depends only on the decomposition
    // is the same for all of them.
    let decomposed = text.decomposedStringWithCanonicalMapping
    let composed = decomposed.precomposedStringWithCanonicalMapping
    if composed == decomposed, composed == text { return composed }
    // Swift does not treat some strings (U+0F81 after another mark) as equal to their
    // decomposition.
    return decomposed == text ? decomposed : text
  }

  /// Returns whether a string is in canonical form.
  package static func isCanonical(_ text: String) -> Bool {
    var text = text
    if text.withUTF8({ isKnownCanonical($0) }) { return true }
    return form(of: text).utf8.elementsEqual(text.utf8)
  }

  /// Returns whether the scalars of this UTF-8 show that it is in canonical form. `false` means
  /// that it may or may not be.
  @usableFromInline package static func isKnownCanonical(_ utf8: UnsafeBufferPointer<UInt8>) -> Bool
  {
    var index = 0
    // Lead bytes below CC encode scalars below U+0300, where the combining marks begin. ASCII is
    // checked eight bytes at a time.
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

  /// Returns whether a scalar from U+0300 on is in a block whose scalars are always in composed
  /// form: none of them decomposes permanently or combines with a preceding scalar. Only one of
  /// them, the virama, has a combining class, so none can be in the wrong order. A test checks all
  /// of them.
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
