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
  /// Returns a random value that a column stores and the declaration cannot read, and that is an
  /// error wherever it is evaluated (S83); nil if there is none for the column that was chosen.
  func fault(of id: Int64, _ random: inout RandomSource) -> Fault? {
    let property = 1 + random.below(Self.properties.count - 1)
    guard !key.contains(Self.properties[property]), !isTrusted(property) else { return nil }
    var values = faultyTexts(property).map { "'\($0)'" }
    if property == 4 { values = ["2", "-1"] }
    if property == 7, times == .seconds, types[7].isInteger {
      values.append("9223372036854775807")
    }
    if property == 5, types[5].isInteger { values += ["0", "20230229", "-20230101"] }
    if !isStrict {
      let isText = !types[property].isInteger && !types[property].isReal
      values.append(isText && types[property] != "BLOB" ? "x'00ff'" : "'abc'")
      if types[property].isInteger { values += ["1.5", "x'31'"] }
    }
    guard !values.isEmpty else { return nil }
    return Fault(id: id, property: property, value: random.pick(values))
  }

  /// Whether the library trusts the column, because the database guarantees the storage class.
  private func isTrusted(_ property: Int) -> Bool {
    isStrict && property < 10 && !(property == 7 && times != .usual)
      && !(property == 5 && others == .number)
  }

  /// The texts of a column that are no values of its type.
  private func faultyTexts(_ property: Int) -> [String] {
    switch property {
    case 5 where !types[5].isInteger: ["garbage", "2023-02-29"]
    case 7 where !types[7].isInteger: ["garbage", "2024-01-01"]
    case 8 where decimals == .usual || decimals == .numeric: ["1.50", "x"]
    case 9 where identifiers != .bytes: ["garbage"]
    case 10: ["null", "5", "{\"a\": 1}", "[\"a\", null]", "[[]]"]
    case 11: ["[\"x\"]", "null", "{}"]
    case 12: ["{\"a\": \"1\"}", "[]", "null"]
    case 13: ["{\"a\": 1}", "{\"a\": null}", "[]", "null"]
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
