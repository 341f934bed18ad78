/// A name and its romanized form for e-mail addresses.
struct SeedName: Sendable {
  /// The maximum length of the romanized form in bytes: the size of one vector register.
  static let limit = 16

  /// The name in its own script, in NFC.
  let text: String

  /// The romanized form: 1 to 16 bytes of a-z and hyphens, of which the first and the last are
  /// letters.
  let romanised: SIMD16<UInt8>

  /// The number of bytes of `romanised` in use.
  let romanisedCount: Int

  /// Creates a name with its romanized form, truncated to 16 bytes.
  init(_ text: String, romanised bytes: some Sequence<UInt8>) {
    var romanised = SIMD16<UInt8>()
    var count = 0
    for byte in bytes.prefix(Self.limit) {
      let isLetter = byte >= UInt8(ascii: "a") && byte <= UInt8(ascii: "z")
      precondition(isLetter || byte == UInt8(ascii: "-"), "not romanised: \(text)")
      romanised[count] = byte
      count += 1
    }
    while count > 0, romanised[count - 1] == UInt8(ascii: "-") { count -= 1 }
    precondition(count > 0 && romanised[0] != UInt8(ascii: "-"), "not romanised: \(text)")
    self.text = text
    self.romanised = romanised
    romanisedCount = count
  }

  /// Creates a name of ASCII letters, whose romanized form is the name in lower case without
  /// apostrophes and full stops, and with hyphens instead of spaces.
  init(_ text: String) {
    let kept = text.utf8.lazy.filter { $0 != UInt8(ascii: "'") && $0 != UInt8(ascii: ".") }
    self.init(
      text,
      romanised: kept.map { byte in
        // This bit distinguishes lower case from upper case; a hyphen has it too.
        byte == UInt8(ascii: " ") ? UInt8(ascii: "-") : byte | 0x20
      })
  }
}
