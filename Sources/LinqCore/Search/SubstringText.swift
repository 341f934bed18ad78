internal import Foundation
internal import StoreSupport

/// Text for an index of substrings: so coarse that a text which contains another one contains it in
/// this form too, whatever case, accents and width the texts have.
///
/// | text | form | because |
/// |---|---|---|
/// | `Müller`, `MÜLLER` | `muller` | each scalar is folded as in ``FoldedText`` |
/// | `ガク`, `ｶﾞｸ`, `カク` | `カク` | marks of kana are left out, too |
/// | `a\u{0}b` | `ab` | so are control characters, one of which separates columns in the index |
///
/// The form is that of its scalars, one after another. So a form contains another one wherever the
/// texts contain each other, also their `lowercased()`, `uppercased()` and `folded` forms. What it
/// finds besides is left to an exact condition.
package enum SubstringText {
  /// The number of scalars in a term of the index.
  package static let termSize = 3

  /// Returns the form of a text.
  package static func form(of text: String) -> String {
    String(String.UnicodeScalarView(scalars(of: text)))
  }

  /// Returns the form of the texts of several columns.
  package static func form(of texts: [String]) -> String {
    texts.map { form(of: $0) }.joined(separator: separator)
  }

  /// A character of no form.
  private static let separator = "\u{1F}"

  /// Returns the terms of a form: all texts of three scalars in it.
  package static func terms(ofForm form: String) -> Set<String> {
    let scalars = Array(form.unicodeScalars)
    guard scalars.count >= termSize else { return [] }
    return Set((0...(scalars.count - termSize)).map { term(scalars, at: $0) })
  }

  /// Returns what the index looks for, in the words of FTS5, to find the texts that contain another
  /// one; nil for one that is too short.
  package static func match(of part: String) -> String? {
    let scalars = scalars(of: part)
    guard scalars.count >= termSize else { return nil }
    let last = scalars.count - termSize
    // A few terms leave few rows, and the exact condition decides about them.
    let count = min(highestTermCount, last / termSize + 2)
    let places = (0..<count).map { $0 * last / max(1, count - 1) }
    return Set(places).sorted().map { term(scalars, at: $0) }.joined(separator: " AND ")
  }

  private static let highestTermCount = 8

  private static func term(_ scalars: [Unicode.Scalar], at place: Int) -> String {
    String(String.UnicodeScalarView(scalars[place..<(place + termSize)])).enclosed(in: "\"")
  }

  private static func scalars(of text: String) -> [Unicode.Scalar] {
    var scalars: [Unicode.Scalar] = []
    FoldedText.forEachScalar(of: text) { folded in
      if folded.value < 0x80 {
        if folded.value >= 0x20, folded.value != 0x7F { scalars.append(folded) }
      } else {
        // Kana are composed in folded text.
        for scalar in String(folded).decomposedStringWithCanonicalMapping.unicodeScalars
        where scalar.value != 0x3099 && scalar.value != 0x309A {
          scalars.append(scalar)
        }
      }
    }
    return scalars
  }
}
