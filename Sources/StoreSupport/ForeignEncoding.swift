/// An encoding of text other than UTF-8, as the first bytes of a file show it.
package struct ForeignEncoding: Hashable, Sendable {
  /// The name, which `iconv -f` knows.
  package let name: String

  /// Recognizes UTF-16 and UTF-32 by their byte order marks, and without one by the NULs that most
  /// texts of any language have in them; nil for anything else.
  ///
  /// - Parameter bytes: the beginning of a file, of which at most 256 bytes are looked at.
  package init?(startOf bytes: some Collection<UInt8>) {
    let bytes = Array(bytes.prefix(256))
    let marks: [(mark: [UInt8], name: String)] = [
      ([0xFF, 0xFE, 0, 0], "UTF-32"), ([0, 0, 0xFE, 0xFF], "UTF-32"),
      ([0xFF, 0xFE], "UTF-16"), ([0xFE, 0xFF], "UTF-16"),
    ]
    if let marked = marks.first(where: { bytes.starts(with: $0.mark) }) {
      name = marked.name
    } else if let guess = Self.guess(bytes) {
      name = guess
    } else {
      return nil
    }
  }

  private static func guess(_ bytes: [UInt8]) -> String? {
    // The places of NULs among each four bytes. A text has spaces, digits and line ends, whose
    // upper bytes are 0, and never a NUL in the byte that tells characters apart.
    var nulls = [0, 0, 0, 0]
    let whole = bytes.count / 4 * 4
    for index in 0..<whole where bytes[index] == 0 { nulls[index % 4] += 1 }
    let units = whole / 4
    guard units > 0 else { return nil }
    if nulls[0] == 0, nulls[2] == units, nulls[3] == units { return "UTF-32LE" }
    if nulls[3] == 0, nulls[0] == units, nulls[1] == units { return "UTF-32BE" }
    // A text in UTF-8 may have a NUL, too.
    let lower = nulls[0] + nulls[2]
    let upper = nulls[1] + nulls[3]
    guard lower == 0 || upper == 0, max(lower, upper) >= max(2, units / 2) else { return nil }
    return lower == 0 ? "UTF-16LE" : "UTF-16BE"
  }
}
