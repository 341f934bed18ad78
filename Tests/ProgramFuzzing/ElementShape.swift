/// The types of the values that programs compute.
enum ValueType: CaseIterable {
  case int, int64, real, text, flag, kind, optionalInt64, optionalText
}

/// What an element of a chain has: values under paths, and rows that may be missing.
struct ElementShape {
  struct Field {
    let path: String
    let type: ValueType
  }

  /// A row, or its path if it may be missing.
  struct OptionalRow {
    let path: String
    let fields: [Field]
  }

  /// The table of an element that is a whole row.
  var table: ProgramTable?
  var fields: [Field]
  var optionalRows: [OptionalRow] = []

  func fields(_ type: ValueType) -> [Field] { fields.filter { $0.type == type } }

  /// The shape of one side of a pair.
  func nested(in path: String, isOptional: Bool) -> ElementShape {
    let rows = optionalRows.map { OptionalRow(path: path + $0.path, fields: $0.fields) }
    if isOptional {
      return ElementShape(
        fields: [], optionalRows: [OptionalRow(path: path, fields: fields)])
    }
    return ElementShape(
      fields: fields.map { Field(path: path + $0.path, type: $0.type) }, optionalRows: rows)
  }

  /// The shape of a pair.
  static func + (left: ElementShape, right: ElementShape) -> ElementShape {
    ElementShape(
      fields: left.fields + right.fields, optionalRows: left.optionalRows + right.optionalRows)
  }
}

/// The tables of the programs, which `Prelude.swift` declares.
enum ProgramTable: String, CaseIterable, CustomStringConvertible {
  case customers, orders, flags

  var description: String { rawValue }

  var shape: ElementShape {
    func field(_ path: String, _ type: ValueType) -> ElementShape.Field {
      ElementShape.Field(path: path, type: type)
    }
    let fields =
      switch self {
      case .customers:
        [
          field(".id", .int64), field(".name", .text), field(".city", .optionalText),
          field(".age", .int), field(".isKnown", .flag), field(".kind", .kind),
          field(".score", .real), field(".parentID", .optionalInt64),
        ]
      case .orders:
        [
          field(".id", .int64), field(".customerID", .int64), field(".total", .int),
          field(".note", .optionalText), field(".isPaid", .flag), field(".kind", .kind),
        ]
      case .flags:
        [
          field(".id", .int64), field(".n", .int), field(".label", .text),
          field(".ownerID", .optionalInt64),
        ]
      }
    return ElementShape(table: self, fields: fields)
  }
}
