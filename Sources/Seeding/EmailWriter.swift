/// Writes unique e-mail addresses: `ada.lovelace.2s@example.org`.
///
/// The local part is `given.surname.row`, or `given.surname.row.seed` for a seed other than the
/// default, with row and seed in base 36 without leading zeros. No two pairs of seed and row lead
/// to the same address, whatever the names and the domain. Romanized names contain no full stop, so
/// the local part has exactly three fields for the default seed and four for every other, separated
/// by full stops. Two equal addresses therefore have the same number of fields, the same third
/// field, which is the row, and the same fourth field, if any, which is the seed.
///
/// The local part has at most 16 + 16 + 13 + 13 bytes and 3 full stops: 61 of the 64 allowed.
struct EmailWriter: Sendable {
  /// The seed that is omitted from addresses.
  static let defaultSeed: UInt64 = 1

  /// The domains, which RFC 2606 reserves for examples and tests. They include the at sign and all
  /// have the same length.
  static let domains = ["@example.com", "@example.org", "@example.net", "@people.test"]
  private static let domainCount = 12

  private let suffix: SIMD16<UInt8>
  private let suffixCount: Int
  private let domains: (SIMD16<UInt8>, SIMD16<UInt8>, SIMD16<UInt8>, SIMD16<UInt8>)

  init(seed: UInt64) {
    let text = seed == Self.defaultSeed ? "" : "." + String(seed, radix: 36)
    suffix = Self.vector(text)
    suffixCount = text.utf8.count
    domains = (
      Self.vector(Self.domains[0]), Self.vector(Self.domains[1]), Self.vector(Self.domains[2]),
      Self.vector(Self.domains[3])
    )
  }

  /// Returns the address of the person in a row. The two low bits of `domain` select the domain.
  @inline(__always)
  func address(given: SeedName, surname: SeedName, row: UInt64, domain: UInt64) -> String {
    let names = given.romanisedCount &+ 1 &+ surname.romanisedCount &+ 1
    let row = Base36(row)
    let count = names &+ row.count &+ suffixCount &+ Self.domainCount
    // Every part is stored as 16 bytes, and the next one begins where its own bytes end. The last
    // part is the domain, whose 12 bytes end at `count`. Nothing is stored after `count + 4`,
    // because the parts before it begin at least 12 bytes before `count`.
    return String(unsafeUninitializedCapacity: count &+ 4) { buffer in
      let bytes = UnsafeMutableRawBufferPointer(buffer)
      let stop = UInt8(ascii: ".")
      bytes.storeBytes(of: given.romanised, as: SIMD16<UInt8>.self)
      bytes[given.romanisedCount] = stop
      bytes.storeBytes(
        of: surname.romanised, toByteOffset: given.romanisedCount &+ 1, as: SIMD16<UInt8>.self)
      bytes[names &- 1] = stop
      row.write(to: bytes, at: names)
      let end = names &+ row.count
      bytes.storeBytes(of: suffix, toByteOffset: end, as: SIMD16<UInt8>.self)
      bytes.storeBytes(
        of: self.domain(domain), toByteOffset: end &+ suffixCount, as: SIMD16<UInt8>.self)
      return count
    }
  }

  @inline(__always) private func domain(_ number: UInt64) -> SIMD16<UInt8> {
    switch number & 3 {
    case 0: domains.0
    case 1: domains.1
    case 2: domains.2
    default: domains.3
    }
  }

  private static func vector(_ text: String) -> SIMD16<UInt8> {
    var vector = SIMD16<UInt8>()
    for (offset, byte) in text.utf8.enumerated() { vector[offset] = byte }
    return vector
  }
}
