internal import StoreEngine

/// Rows of values that the program has in memory, as a source of a statement. Its columns are
/// `column1`, the index of the row, and the given ones.
struct ValueRows: Sendable {
  /// The number of rows.
  let count: Int
  /// The columns.
  private(set) var columns: [Column] = []

  /// The values of a column.
  struct Column: Sendable {
    let type: ValueType
    let values: [Value]
  }

  /// The highest number of values that are parameters of their own.
  private static let maximumParameters = 500
  /// The highest number of values.
  static let maximumValues = 200_000

  init(count: Int) { self.count = count }

  /// The column with the index of the row.
  static let index = SQLExpression.column("column1")

  /// Adds a column of values of a storage class, and returns it.
  mutating func add(_ values: [Value], _ type: ValueType) -> SQLExpression {
    columns.append(Column(type: type, values: values))
    return .column("column\(columns.count + 1)")
  }

  /// Whether the values are parameters of their own, and not one in JSON.
  var areParameters: Bool { count <= 1 || !columns.allSatisfy(\.fitsJSON) }

  /// Throws unless an engine can read the rows.
  func check() throws(Untranslatable) {
    let limit = areParameters ? Self.maximumParameters : Self.maximumValues
    guard count * columns.count <= limit else {
      throw Untranslatable(reason: "a sequence of \(count) elements with such members")
    }
  }

  /// The values of all columns as JSON: an array for each row.
  var json: String {
    var json = "["
    for row in 0..<count {
      json += row == 0 ? "[" : ",["
      json += columns.map { $0.values[row].json ?? "null" }.joined(separator: ",") + "]"
    }
    return json + "]"
  }
}

extension ValueRows.Column {
  /// Whether JSON has the same values for SQL.
  fileprivate var fitsJSON: Bool { values.allSatisfy(\.fitsJSON) }
}

extension Value {
  /// The value as a parameter.
  var parameter: SQLExpression {
    switch self {
    case .null: .null
    case .integer(let number): .parameter(number)
    case .real(let number): .parameter(number)
    case .text(let text): .parameter(text)
    case .blob(let bytes): .parameter(bytes)
    }
  }
}

extension SQLText {
  /// Writes rows of parameters.
  ///
  /// - Parameter first: writes a value of the first row, which gives a column its type.
  mutating func append(
    parametersOf rows: ValueRows, _ first: (inout SQLText, SQLExpression, ValueType) -> Void
  ) {
    append("(VALUES ")
    for row in 0..<rows.count {
      append(row == 0 ? "(" : ", (")
      let index = SQLExpression.number(row)
      if row == 0 { first(&self, index, .integer) } else { append(index) }
      for column in rows.columns {
        append(", ")
        let value = column.values[row].parameter
        if row == 0 { first(&self, value, column.type) } else { append(value) }
      }
      append(")")
    }
    append(")")
  }
}
