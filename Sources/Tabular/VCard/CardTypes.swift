/// The types of properties, such as `home`, that are part of the names of columns.
enum CardTypes {
  /// Types that say nothing that the property does not say.
  private static let ignored: Set<String> = ["internet", "pref", "voice", ""]
  /// Those that vCard 2.1 gives to every address.
  private static let ignoredOfAddresses: Set<String> = ["dom", "intl", "postal", "parcel"]

  /// Returns the types in small letters that are in the name of a column, in their order: `home`
  /// and `work`, then the others by the alphabet.
  static func naming(_ types: [String], of property: CardProperty) -> [String] {
    func rank(_ type: String) -> (Int, String) { (type == "home" || type == "work" ? 0 : 1, type) }
    return Set(types).filter { type in
      guard !ignored.contains(type) else { return false }
      switch property.style {
      case .address: return !ignoredOfAddresses.contains(type)
      // The type of an image is in its URI.
      case .binary: return type == "home" || type == "work"
      default: return true
      }
    }.sorted { rank($0) < rank($1) }
  }

  /// Returns whether a text can be written as a type: a letter, then letters, digits and hyphens.
  static func isToken(_ text: String) -> Bool {
    let bytes = text.utf8
    return bytes.first.map { 0x61...0x7A ~= $0 } == true
      && bytes.allSatisfy { 0x61...0x7A ~= $0 || $0.isDigit || $0 == UInt8(ascii: "-") }
  }
}
