internal import CCollation
internal import StoreSupport

/// The order of texts in a language: that of ICU, which Foundation brings, by its sort keys.
///
/// Foundation's own comparison is the same collation, but takes 1.4 µs for each two texts, and is
/// no consistent order: it looks at the first difference alone where a language reads further.
///
/// `@unchecked Sendable`: the pointer is constant, and several threads may make sort keys with one
/// collator as long as no attribute of it is set, which only opening it does.
final class Collator: @unchecked Sendable {
  private let collator: OpaquePointer?

  /// Opens the collator of a locale, which is that of the root where the locale is not known.
  private init(_ name: Name) {
    let locale = LocalizedText.isKnown(locale: name.locale) ? name.locale : ""
    collator = ccollation_open(locale, name.isNumeric ? 1 : 0)
  }

  deinit {
    if let collator { ccollation_close(collator) }
  }

  /// Returns a text whose scalars have the order of the language: the sort key, U+0001, and the
  /// text in canonical form.
  ///
  /// A byte of the key is the scalar after its number, so that none is 0 or 1 and all are in
  /// canonical form.
  func form(of text: String) -> String {
    let text = CanonicalText.form(of: text)
    return withKey(of: text) { key in
      String(unsafeUninitializedCapacity: 2 * key.count + 1 + text.utf8.count) { form in
        var count = 0
        func append(_ byte: UInt8) {
          form[count] = byte
          count += 1
        }
        for byte in key {
          let scalar = UInt16(byte) + 1
          if scalar < 0x80 {
            append(UInt8(scalar))
          } else {
            append(0xC0 | UInt8(scalar >> 6))
            append(0x80 | UInt8(scalar & 0x3F))
          }
        }
        append(1)
        for byte in text.utf8 { append(byte) }
        return count
      }
    }
  }

  /// Calls a closure with the sort key of a text, without the 0 at its end.
  private func withKey<Result>(
    of text: String, _ body: (UnsafeBufferPointer<UInt8>) -> Result
  ) -> Result {
    guard let collator else { return body(UnsafeBufferPointer(start: nil, count: 0)) }
    return withUnsafeTemporaryAllocation(of: UInt16.self, capacity: text.utf8.count + 1) { units in
      var count = 0
      for unit in text.utf16 {
        units[count] = unit
        count += 1
      }
      /// Returns nil if the key does not fit.
      func key(_ capacity: Int) -> (result: Result?, size: Int) {
        withUnsafeTemporaryAllocation(of: UInt8.self, capacity: capacity) { key in
          let size = Int(
            ccollation_key(
              collator, units.baseAddress, Int32(count), key.baseAddress, Int32(capacity)))
          guard size <= capacity else { return (nil, size) }
          return (body(UnsafeBufferPointer(rebasing: key[..<max(0, size - 1)])), size)
        }
      }
      let (result, size) = key(64 + 4 * count)
      if let result { return result }
      guard let result = key(size).result else { preconditionFailure("a key has one size") }
      return result
    }
  }
}

extension Collator {
  private struct Name: Hashable {
    let locale: String
    let isNumeric: Bool
  }

  /// The collators in use. Opening one takes 25 µs.
  private static let collators = Locked<[Name: Collator]>([:])

  /// Locales may come from outside of the program, so that not all stay open.
  private static let limit = 100

  /// Returns the collator of a locale.
  ///
  /// - Parameter isNumeric: whether sequences of digits are in the order of their numbers.
  static func named(_ locale: String, isNumeric: Bool) -> Collator {
    let name = Name(locale: locale, isNumeric: isNumeric)
    return collators.withLock { collators in
      if let known = collators[name] { return known }
      if collators.count == limit { collators = [:] }
      let collator = Collator(name)
      collators[name] = collator
      return collator
    }
  }
}
