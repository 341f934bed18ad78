extension TableModel {
  /// The name of the table's source in chains: the name in the schema if that is a name in Swift,
  /// or else the name of the type of the rows.
  var nameInChains: String { SwiftNames.isPlain(name) ? name : type }

  /// The name of the column of a property in chains.
  func nameInChains(ofProperty property: String) -> String {
    columns.first { $0.property == property }?.nameInChains ?? property
  }
}

extension ColumnModel {
  /// The name of the column in chains: the name in the schema if that is a name in Swift, or else
  /// the name of the property.
  var nameInChains: String { SwiftNames.isPlain(name) ? name : property }
}

extension SwiftNames {
  /// Returns whether a name can stand in a chain as it is.
  fileprivate static func isPlain(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, first == "_" || first.properties.isXIDStart else {
      return false
    }
    return name.unicodeScalars.allSatisfy { $0.properties.isXIDContinue }
      && escaped(name) == name && name != "self"
  }
}
