internal import LinqCore

/// The range of the texts that begin with a prefix, in the order of the scalars (S07).
struct PrefixRange {
  /// The first text of the range.
  let start: String
  /// The first text after the range; nil if all texts from the first one on belong to it.
  var end: String? { Self.successor(of: start) }

  init(of prefix: String) { start = CanonicalText.form(of: prefix) }

  /// What the range looks like in SQL.
  enum Kind: Sendable { case everything, bounded, unbounded }

  var kind: Kind { start.isEmpty ? .everything : end == nil ? .unbounded : .bounded }

  /// Returns the first text after all texts that begin with the scalars of another one; nil if
  /// there is none.
  private static func successor(of text: String) -> String? {
    // What is in canonical form stays so with an ASCII scalar at its end.
    if let last = text.utf8.last, last < 0x7F {
      return String(unsafeUninitializedCapacity: text.utf8.count) { buffer in
        let count = buffer.initialize(fromContentsOf: text.utf8)
        buffer[count - 1] = last + 1
        return count
      }
    }
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
