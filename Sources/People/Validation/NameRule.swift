internal import StoreSupport

/// The rule for what a name may contain.
///
/// Names of all scripts are allowed, with the marks that they need, such as the joiners of Persian.
/// What would end a line, or turn the text around it, is not: it would damage a list or a file, and
/// make another name of it.
package enum NameRule {
  /// The number of Unicode scalars that a name has at most.
  static let longest = 1000

  /// Returns what is wrong with a name, as the end of a sentence; nil if nothing is.
  ///
  /// - Parameter isRequired: whether it must have a character that can be seen.
  package static func problem(of name: String, isRequired: Bool) -> String? {
    // Most names have plain letters only.
    let plain: ClosedRange<UInt8> = 0x21...0x7E
    if let first = name.utf8.first, plain.contains(first), name.utf8.count <= longest,
      name.utf8.allSatisfy({ plain.contains($0) || $0 == 0x20 })
    {
      return nil
    }
    let scalars = name.unicodeScalars
    if isRequired {
      if name.isEmpty { return "must not be empty" }
      if scalars.allSatisfy(\.properties.isWhitespace) { return "must not be white space only" }
      if !isVisible(scalars) { return "must have a character that can be seen" }
    }
    for scalar in scalars {
      if endsLine(scalar) {
        return "must not contain line ends, tabs or other control characters (\(code(of: scalar)))"
      }
      if turnsText(scalar) {
        return "must not change the direction of text (\(code(of: scalar)))"
      }
    }
    return scalars.count > longest ? "must have at most \(longest) characters" : nil
  }

  /// Returns a name without what names may not contain, and without white space around it; empty if
  /// nothing is left that can be seen.
  package static func cleaned(_ name: String) -> String {
    var scalars = String.UnicodeScalarView()
    for scalar in name.unicodeScalars where !turnsText(scalar) {
      let isSpace = endsLine(scalar)
      // Where there was a line end, there is one space.
      if isSpace, scalars.last == " " { continue }
      scalars.append(isSpace ? " " : scalar)
    }
    let first = scalars.drop { $0.properties.isWhitespace }.prefix(longest)
    let end = first.lastIndex { !$0.properties.isWhitespace }.map(first.index(after:))
    return end.map { isVisible(first[..<$0]) ? String(first[..<$0]) : "" } ?? ""
  }

  private static func isVisible(_ scalars: some Sequence<Unicode.Scalar>) -> Bool {
    scalars.contains {
      !$0.properties.isWhitespace && !$0.properties.isDefaultIgnorableCodePoint
    }
  }

  /// Returns whether a scalar ends a line, or is another control character.
  private static func endsLine(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x00...0x1F, 0x7F...0x9F, 0x2028, 0x2029: true
    default: false
    }
  }

  /// Returns whether a scalar turns the direction of what comes after it.
  private static func turnsText(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x202A...0x202E, 0x2066...0x2069: true
    default: false
    }
  }

  private static func code(of scalar: Unicode.Scalar) -> String {
    "U+\(String.digits(scalar.value, count: 4, radix: 16, uppercase: true))"
  }
}
