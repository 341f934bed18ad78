/// The words of a row that a search looks for, in one text: each after a space and a letter for its
/// field (`n` for a name, `o` for another), and a space at the end.
///
/// ```swift
/// SearchWords(names: ["García", "José"], others: ["jose@example.org"]).text
/// // " ngarcia njose ojose oexample oorg "
/// ```
///
/// A word is a sequence of letters and numbers of the folded text. Parts that an apostrophe or a
/// dash joins are words, and so are all of them together and, of up to four parts, the ends
/// (`O'Neil`: `o`, `oneil`, `neil`). A script without spaces has no words that could be seen: there
/// each end of a word is one (`山田`: `山田`, `田`), so that any part can be found; if all the names
/// are such words, so are the ends of all of them together (`山田太郎`). A word ends, too, where such
/// a script meets another one.
package struct SearchWords {
  /// The longest word, in scalars.
  static let longest = 32

  /// The bytes of the text.
  package private(set) var bytes: [UInt8] = [UInt8(ascii: " ")]

  /// Creates the words of a row from the texts of its fields.
  package init(names: [String], others: [String]) {
    bytes.reserveCapacity(96)
    var together: [Unicode.Scalar]? = names.count > 1 ? [] : nil
    for name in names {
      if let count = addPlain(name, UInt8(ascii: "n")) {
        if count > 0 { together = nil }
        continue
      }
      let runs = SearchRuns(of: name).runs
      for run in runs { add(run, UInt8(ascii: "n")) }
      if runs.isEmpty { continue }
      if runs.count == 1, runs[0].count == 1, runs[0][0].script == .spaceless {
        together?.append(contentsOf: runs[0][0].scalars)
      } else {
        together = nil
      }
    }
    if let together, !together.isEmpty { addEnds(of: together, UInt8(ascii: "n")) }
    for other in others where addPlain(other, UInt8(ascii: "o")) == nil {
      for run in SearchRuns(of: other).runs { add(run, UInt8(ascii: "o")) }
    }
  }

  /// Adds the words of a text of ASCII characters, without making scalars of them. Returns their
  /// number, or nil for a text with others or with a long word, of which nothing is added.
  private mutating func addPlain(_ text: String, _ field: UInt8) -> Int? {
    var text = text
    return text.withUTF8 { text in
      let before = bytes.count
      var count = 0
      /// The first part of the run, and those after it.
      var first: Range<Int>?
      var others: [Range<Int>] = []
      var start = before
      func endPart() {
        guard bytes.count > start else { return }
        let part = start..<bytes.count
        if first == nil { first = part } else { others.append(part) }
        bytes.append(UInt8(ascii: " "))
        start = bytes.count
        count += 1
      }
      func endRun() {
        endPart()
        if let one = first, !others.isEmpty { join([one] + others, field) }
        first = nil
        others = []
        start = bytes.count
      }
      for byte in text {
        switch Self.plain[Int(byte)] {
        case Self.isSeparator: endRun()
        case Self.isJoiner: endPart()
        case Self.isOther:
          bytes.removeSubrange(before...)
          return nil
        case let letter:
          if bytes.count == start {
            bytes.append(field)
          } else if bytes.count - start > Self.longest {
            bytes.removeSubrange(before...)
            return nil
          }
          bytes.append(letter)
        }
      }
      endRun()
      return count
    }
  }

  /// Adds the words of several parts together, which are words already.
  private mutating func join(_ parts: [Range<Int>], _ field: UInt8) {
    for first in 0..<(parts.count > 4 ? 1 : parts.count - 1) {
      bytes.append(field)
      let start = bytes.count
      // Each part begins with the letter of the field.
      for part in parts[first...] { bytes += bytes[part.dropFirst()] }
      if bytes.count - start > Self.longest { bytes.removeSubrange((start + Self.longest)...) }
      bytes.append(UInt8(ascii: " "))
    }
  }

  private static let (isSeparator, isJoiner, isOther): (UInt8, UInt8, UInt8) = (0, 1, 2)

  /// What each byte is in a word: a lowercase letter or a digit, or something else.
  private static let plain = (0...UInt8.max).map { byte in
    switch Unicode.Scalar(byte) {
    case "a"..."z", "0"..."9": byte
    case "A"..."Z": byte | 0x20
    case "'", "`", "-": isJoiner
    case let scalar: scalar.isASCII ? isSeparator : isOther
    }
  }

  /// The text, as it is stored.
  package var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Adds the words of parts that apostrophes or dashes join.
  private mutating func add(_ run: [SearchRuns.Part], _ field: UInt8) {
    for part in run {
      if part.script == .spaceless {
        addEnds(of: part.scalars, field)
      } else {
        add(part.scalars[...], field)
      }
    }
    guard run.count > 1 else { return }
    for first in 0..<(run.count > 4 ? 1 : run.count - 1) {
      add(run[first...].flatMap(\.scalars)[...], field)
    }
  }

  private mutating func addEnds(of scalars: [Unicode.Scalar], _ field: UInt8) {
    for start in scalars.indices where SearchRuns.beginsCharacter(scalars[start]) || start == 0 {
      add(scalars[start...], field)
    }
  }

  private mutating func add(_ word: ArraySlice<Unicode.Scalar>, _ field: UInt8) {
    bytes.append(field)
    for scalar in word.prefix(Self.longest) { bytes += UTF8.encode(scalar).unsafelyUnwrapped }
    bytes.append(UInt8(ascii: " "))
  }
}

/// A text as runs of parts: an apostrophe or a dash is between the parts of a run, and anything
/// else that is no letter or number between runs.
struct SearchRuns {
  /// Whether words of a script are separated by spaces.
  enum Script { case spaced, spaceless }

  struct Part {
    var script: Script
    var scalars: [Unicode.Scalar]
  }

  private(set) var runs: [[Part]] = []
  private var run: [Part] = []
  private var part: Part?

  init(of text: String) {
    FoldedText.forEachScalar(of: text) { add($0) }
    end()
  }

  private mutating func add(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "a"..."z", "0"..."9": append(scalar, .spaced)
    case "'", "-": endPart()
    default:
      guard scalar.value >= 0x80, Self.isInWord(scalar) else { return end() }
      append(scalar, Self.script(of: scalar))
    }
  }

  private mutating func append(_ scalar: Unicode.Scalar, _ script: Script) {
    if let part, part.script != script { end() }
    if part == nil { part = Part(script: script, scalars: []) }
    part?.scalars.append(scalar)
  }

  private mutating func endPart() {
    if let part { run.append(part) }
    part = nil
  }

  private mutating func end() {
    endPart()
    if !run.isEmpty { runs.append(run) }
    run = []
  }

  private static func isInWord(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter,
      .decimalNumber, .letterNumber, .otherNumber, .spacingMark:
      true
    default: false
    }
  }

  /// Returns whether a scalar begins a character: a vowel of an Indian script, or one of a syllable
  /// of Hangul, does not.
  static func beginsCharacter(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x1160...0x11FF, 0xD7B0...0xD7FB: false
    default: scalar.properties.generalCategory != .spacingMark
    }
  }

  private static func script(of scalar: Unicode.Scalar) -> Script {
    switch scalar.value {
    case 0x0E00...0x0EFF,  // Thai, Lao
      0x1000...0x109F, 0xA9E0...0xA9FF, 0xAA60...0xAA7F,  // Burmese
      0x1100...0x11FF, 0xA960...0xA97F, 0xD7B0...0xD7FF,  // Hangul
      0x1780...0x17FF,  // Khmer
      0x3005...0x3007, 0x3021...0x3029, 0x3041...0x30FF, 0x31F0...0x31FF,  // Han, kana
      0x3400...0x4DBF, 0x4E00...0x9FFF, 0x20000...0x3FFFF,  // Han
      0xA000...0xA4CF:  // Yi
      .spaceless
    default: .spaced
    }
  }
}
