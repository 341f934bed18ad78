// An engine reads a quote as a byte, whatever follows it. In a Swift string a quote and a combining
// mark after it are one character, which is not equal to a quote, so these functions see scalars.

extension String {
  /// Returns the text with each occurrence of a scalar replaced, whatever character it is in.
  package func replacing(scalar: Unicode.Scalar, with other: String) -> String {
    guard unicodeScalars.contains(scalar) else { return self }
    var text = String.UnicodeScalarView()
    for next in unicodeScalars {
      if next == scalar {
        text.append(contentsOf: other.unicodeScalars)
      } else {
        text.append(next)
      }
    }
    return String(text)
  }

  /// Returns the text in quotes, with each quote in it twice, as SQL writes it.
  ///
  /// ```swift
  /// "O'Neil".enclosed(in: "'")      // 'O''Neil'
  /// ```
  package func enclosed(in quote: Unicode.Scalar) -> String {
    "\(quote)\(replacing(scalar: quote, with: "\(quote)\(quote)"))\(quote)"
  }

  /// The text without the quotes around it, and with one quote where there are two.
  package var withoutQuotes: String {
    guard let quote = unicodeScalars.first else { return self }
    var text = String.UnicodeScalarView()
    var isSecond = false
    for scalar in unicodeScalars.dropFirst().dropLast() {
      // The first of two quotes is kept, and so is a single one.
      isSecond = scalar == quote && !isSecond
      if scalar != quote || isSecond { text.append(scalar) }
    }
    return String(text)
  }
}
