/// The place of a column in a card: a property, its types, its number and the part of its value.
struct CardPlace: Hashable {
  let property: CardProperty
  let types: [String]
  let number: Int
  let part: Int

  /// Finds the place of a column that the reader names so; nil for any other name.
  init?(column: String) {
    guard let (property, part, rest) = Self.split(column) else { return nil }
    var types = rest.map(String.init)
    var number = 1
    if let last = types.last, let found = Int(last) {
      (number, types) = (found, Array(types.dropLast()))
    }
    self.property = property
    self.part = part
    self.types = types
    self.number = number
    // A card must give the very same name back.
    guard types == CardTypes.naming(types, of: property), types.allSatisfy(CardTypes.isToken),
      types.joined().utf8.count <= 40,
      property.columnName(part: part, types: types, number: number).utf8.elementsEqual(column.utf8)
    else { return nil }
  }

  /// Splits a name into the property, the part of its value, and the types with the number.
  private static func split(
    _ column: String
  ) -> (property: CardProperty, part: Int, rest: [Substring])? {
    var tokens = column.split(separator: ".", omittingEmptySubsequences: false)
    let first = tokens.removeFirst()
    if let part = CardProperty.nameParts.firstIndex(of: String(first)) {
      return (CardProperty(name: "N"), part, tokens)
    }
    guard let property = CardProperty(column: String(first)), property.style != .name else {
      return nil
    }
    switch property.style {
    case .address:
      guard let last = tokens.popLast(),
        let part = CardProperty.addressParts.firstIndex(of: String(last))
      else { return nil }
      return (property, part, tokens)
    case .organization:
      if tokens.last == "unit" { return (property, 1, tokens.dropLast()) }
      // Only a few parts, because those before it are written, too.
      if tokens.dropLast().last == "unit", let part = tokens.last.flatMap({ Int($0) }),
        2...99 ~= part
      {
        return (property, part, tokens.dropLast(2))
      }
      return (property, 0, tokens)
    default:
      return (property, 0, tokens)
    }
  }
}
