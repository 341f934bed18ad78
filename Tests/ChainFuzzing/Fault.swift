/// A value in the table of the purchases that the declaration of its column cannot read, as another
/// program may have stored it.
struct Fault: Codable, Hashable, Sendable {
  /// The `id` of the row.
  var id: Int64
  /// The index of the property.
  var property: Int
  /// The value, as a literal of SQL.
  var value: String
}

extension Schema {
  /// Returns a random value that a column stores and the declaration cannot read; nil if there is
  /// none for the column that was chosen.
  ///
  /// - Parameter onServer: whether a server must store the value, too.
  func fault(of id: Int64, onServer: Bool, _ random: inout RandomSource) -> Fault? {
    let property = 1 + random.below(Self.properties.count - 1)
    guard !key.contains(Self.properties[property]) else { return nil }
    let texts = faultyTexts(property, onServer: onServer)
    var values = texts.map { "'\($0)'" }
    if property == 4, others == .usual || !onServer { values = ["2", "-1"] }
    if !onServer, types[property].isInteger, property == 7, times == .seconds {
      values.append("9223372036854775807")
    }
    if !onServer, !isStrict {
      let isText = !types[property].isInteger && !types[property].isReal
      values.append(isText && types[property] != "BLOB" ? "x'00ff'" : "'abc'")
      if types[property].isInteger { values += ["1.5", "x'31'"] }
    }
    guard !values.isEmpty else { return nil }
    return Fault(id: id, property: property, value: random.pick(values))
  }

  /// The texts of a column that are no values of its type.
  private func faultyTexts(_ property: Int, onServer: Bool) -> [String] {
    switch property {
    case 5 where others == .usual || !onServer: ["garbage", "2023-02-29"]
    case 7 where !types[7].isInteger: ["garbage", "2024-01-01"]
    case 8 where decimals == .usual || decimals == .numeric && !onServer: ["1.50", "x"]
    case 9 where identifiers == .usual || identifiers == .lowercase: ["garbage"]
    case 9 where identifiers == .uuid && !onServer: ["garbage"]
    case 10: ["null", "5", "{\"a\": 1}", "[\"a\", null]", "[[]]"]
    case 11: ["[\"x\"]", "null", "{}"]
    case 12: ["{\"a\": \"1\"}", "[]", "null"]
    default: []
    }
  }
}

extension String {
  /// Whether the name of a type is one of whole numbers.
  fileprivate var isInteger: Bool { ["INTEGER", "BIGINT", "INT"].contains(self) }
  /// Whether the name of a type is one of floating-point numbers.
  fileprivate var isReal: Bool { ["REAL", "DOUBLE", "FLOAT"].contains(self) }
}

extension Corpus {
  /// The statements that store the values that cannot be read.
  var faultStatements: [String] {
    func quoted(_ name: String) -> String { "\"" + name.replacing("\"", with: "\"\"") + "\"" }
    return faults.map { fault in
      "UPDATE \(quoted(schema.table)) SET \(quoted(schema.names[fault.property])) = "
        + "\(fault.value) WHERE \(quoted(schema.names[0])) = \(fault.id)"
    }
  }
}
