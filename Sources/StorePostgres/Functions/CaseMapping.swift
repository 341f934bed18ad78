#if Postgres
internal import StoreSupport

/// The letters outside ASCII that are one scalar in another case too, as Swift maps them.
struct CaseMapping {
  /// The letters that have another form.
  private(set) var letters = ""
  /// Their forms, in the same order.
  private(set) var results = ""
  /// The ranges of all scalars for which the mapping is known, as in a regular expression.
  private(set) var pattern = #"\u0001-\u007F"#

  /// - Parameter map: maps a text that consists of one scalar.
  init(_ map: (String) -> String) {
    // Latin, Greek, Cyrillic and Armenian letters, and what lies between them.
    var known: [ClosedRange<UInt32>] = []
    for value in UInt32(0x80)...0x58F {
      guard let scalar = Unicode.Scalar(value), !(0x300...0x36F).contains(value) else { continue }
      let text = String(scalar)
      let result = map(text)
      guard result.unicodeScalars.count == 1 else { continue }
      if let last = known.last, last.upperBound + 1 == value {
        known[known.count - 1] = last.lowerBound...value
      } else {
        known.append(value...value)
      }
      guard !result.unicodeScalars.elementsEqual(text.unicodeScalars) else { continue }
      letters += text
      results += result
    }
    for range in known {
      let (low, high) = (range.lowerBound, range.upperBound)
      pattern += "\(String.unicodeEscape(low))-\(String.unicodeEscape(high))"
    }
  }
}
#endif
