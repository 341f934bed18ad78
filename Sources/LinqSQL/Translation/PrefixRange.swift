internal import LinqCore

/// The range of the texts that begin with a prefix, in the order of the scalars (S07).
struct PrefixRange {
  /// The first text of the range.
  let start: String
  /// The first text after the range; nil if all texts from the first one on belong to it.
  let end: String?

  init(of prefix: String) {
    start = CanonicalText.form(of: prefix)
    end = Self.successor(of: start)
  }

  /// What the range looks like in SQL.
  enum Kind: Sendable { case everything, bounded, unbounded }

  var kind: Kind { start.isEmpty ? .everything : end == nil ? .unbounded : .bounded }

  /// Returns the first text after all texts that begin with the scalars of another one; nil if
  /// there is none.
  private static func successor(of text: String) -> String? {
    var scalars = Array(text.unicodeScalars)
    while let last = scalars.popLast() {
      // The surrogates are not scalars.
      let next = last.value == 0xD7FF ? 0xE000 : last.value + 1
      if let scalar = Unicode.Scalar(next) {
        var view = String.UnicodeScalarView(scalars)
        view.append(scalar)
        let end = String(view)
        // Bound values are converted to canonical form, which must not move the end of the range.
        return CanonicalText.isCanonical(end) ? end : nil
      }
    }
    return nil
  }
}
