extension DatabaseModel {
  /// The names of the tables' sources in chains: those in the schema if they are names in Swift, or
  /// else those of the types of their rows.
  var namesInChains: [String] { SwiftNames.inChains(tables.map { ($0.name, $0.type) }) }
}

extension TableModel {
  /// The names of the columns in chains: those in the schema if they are names in Swift, or else
  /// those of the properties.
  var namesInChains: [String] { SwiftNames.inChains(columns.map { ($0.name, $0.property) }) }
}

extension SwiftNames {
  /// Returns the names in the schema that can stand in a chain as they are, and others in the place
  /// of those that cannot. Each is there once.
  fileprivate static func inChains(_ names: [(schema: String, swift: String)]) -> [String] {
    var taken = Set(names.map(\.schema).filter(isPlain))
    return names.map { isPlain($0.schema) ? $0.schema : unused($0.swift, &taken) }
  }

  private static func isPlain(_ name: String) -> Bool {
    guard let first = name.unicodeScalars.first, first == "_" || first.properties.isXIDStart else {
      return false
    }
    return name.unicodeScalars.allSatisfy { $0.properties.isXIDContinue }
      && escaped(name) == name && name != "self"
  }
}
