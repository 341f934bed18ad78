internal import Foundation

/// The words of a column's name, without what differs from program to program: case, separators,
/// accents, and the number of one of several columns.
///
/// ```swift
/// HeaderText("E-mail 2 - Value").words   // ["e", "mail", "value"]
/// HeaderText("E-mail 2 - Value").number  // 2
/// HeaderText("yearOfBirth").joined       // "yearofbirth"
/// HeaderText("Género").joined            // "genero"
/// ```
struct HeaderText: Hashable {
  /// The words in lower case.
  let words: [String]

  /// The number of one of several columns: 1 for the first one, and where there is no number.
  let number: Int

  /// Whether something in parentheses, such as a unit or a hint, was left out.
  let hasRemark: Bool

  /// The words and numbers without anything between them, which are the same for two spellings of
  /// one name.
  let spelling: String

  /// The words without anything between them.
  var joined: String { words.joined() }

  init(_ name: String) {
    let plain = Self.withoutRemarks(name)
    hasRemark = plain != name
    var words: [String] = []
    var number: Int?
    for word in Self.split(plain) {
      if let value = Int(word) {
        if number == nil { number = value }
      } else {
        words.append(Self.folded(word))
      }
    }
    self.words = words
    spelling = Self.split(name).map(Self.folded).joined()
    self.number = max(1, number ?? 1)
  }

  /// Returns a name without what is in parentheses; the name itself if nothing else is in it.
  private static func withoutRemarks(_ name: String) -> String {
    var depth = 0
    var plain = ""
    for character in name {
      switch character {
      case "(", "[": depth += 1
      case ")", "]": depth = max(0, depth - 1)
      default: if depth == 0 { plain.append(character) }
      }
    }
    return plain.allSatisfy(\.isWhitespace) ? name : plain
  }

  /// Splits a name where something other than a letter or a digit is, and where a capital letter
  /// follows a small one.
  private static func split(_ name: String) -> [String] {
    var words: [String] = []
    var word = ""
    var isAfterSmall = false
    func end() {
      if !word.isEmpty { words.append(word) }
      word = ""
    }
    for character in name where !character.isInvisible {
      if character.isLetter {
        if isAfterSmall, character.isUppercase { end() }
        if word.last?.isNumber == true { end() }
        word.append(character)
        isAfterSmall = character.isLowercase
      } else if character.isNumber {
        if word.last?.isLetter == true { end() }
        word.append(character)
        isAfterSmall = false
      } else {
        end()
        isAfterSmall = false
      }
    }
    end()
    return words
  }

  /// Returns a word in lower case and without accents.
  private static func folded(_ word: String) -> String {
    var text = ""
    for scalar in word.lowercased().decomposedStringWithCanonicalMapping.unicodeScalars {
      switch scalar {
      case "ø": text += "o"
      case "ß": text += "ss"
      case "æ": text += "ae"
      case "œ": text += "oe"
      case "ł": text += "l"
      case "đ": text += "d"
      case "ı": text += "i"
      default:
        if scalar.properties.generalCategory != .nonspacingMark {
          text.unicodeScalars.append(scalar)
        }
      }
    }
    return text
  }
}

extension Character {
  /// Whether nothing of the character is visible, as of a byte order mark.
  fileprivate var isInvisible: Bool {
    unicodeScalars.allSatisfy(\.properties.isDefaultIgnorableCodePoint)
  }
}
