internal import Foundation
internal import LinqCore
internal import LinqSQL
internal import LinqText

/// A column of a table that is declared when the program runs.
protocol AnyDynamicColumn: Sendable {
  /// The type of the values that are not nil.
  associatedtype Base: DynamicValue
  /// The type of the values: `Base`, or an optional of it.
  associatedtype Stored: DynamicValue
  var column: TableColumn<DynamicRow, Stored> { get }
  /// The value of a row; an optional, also of a column that is never NULL.
  func optionalValue(of row: QueryExpression<DynamicRow>) -> QueryExpression<Base?>
  /// Returns the rows of a query whose value in this column equals a value; none for nil.
  func rows(
    of query: Query<DynamicRow>, equalTo value: QueryExpression<Base?>
  ) -> QueryExpression<[DynamicRow]>
}

extension AnyDynamicColumn {
  var erased: ErasedColumn<DynamicRow> { ErasedColumn(column) }

  func read(_ row: inout RowReader) throws -> any DynamicValue { try Stored.read(from: &row) }

  /// What chains can name of the column.
  func described(_ model: ColumnModel, named name: String) -> DatabaseColumn {
    DatabaseColumn(
      name: name, schemaName: model.name, type: "\(Base.self)", isOptional: model.isOptional,
      isKey: model.isKey, isGenerated: model.isGenerated, choices: model.form.choices,
      comment: model.comment)
  }

  /// A member of chains as text.
  func member(named name: String, isPrinted: Bool) -> TextMember<DynamicRow> {
    TextMember(name, column.keyPath, isPrinted: isPrinted)
  }
}

/// A column that is never NULL.
struct DynamicColumn<Base: DynamicValue>: AnyDynamicColumn {
  let column: TableColumn<DynamicRow, Base>

  init(_ model: ColumnModel, at index: Int, _ encoding: ColumnEncoding<Base>?) {
    let place = DynamicPlace<Base>(index: index)
    let declared = TableColumn<DynamicRow, Base>.dynamic(model, \.[place])
    column = encoding.map { declared.encoded(as: $0) } ?? declared
  }

  func optionalValue(of row: QueryExpression<DynamicRow>) -> QueryExpression<Base?> {
    row[dynamicMember: column.keyPath].wrapped()
  }

  func rows(
    of query: Query<DynamicRow>, equalTo value: QueryExpression<Base?>
  ) -> QueryExpression<[DynamicRow]> { query.matching(column.keyPath, equals: value) }
}

/// A column that may be NULL.
struct OptionalDynamicColumn<Base: DynamicValue>: AnyDynamicColumn {
  let column: TableColumn<DynamicRow, Base?>

  init(_ model: ColumnModel, at index: Int, _ encoding: ColumnEncoding<Base>?) {
    let place = DynamicPlace<Base?>(index: index)
    let declared = TableColumn<DynamicRow, Base?>.dynamic(model, \.[place])
    column = encoding.map { declared.encoded(as: $0) } ?? declared
  }

  func optionalValue(of row: QueryExpression<DynamicRow>) -> QueryExpression<Base?> {
    row[dynamicMember: column.keyPath]
  }

  func rows(
    of query: Query<DynamicRow>, equalTo value: QueryExpression<Base?>
  ) -> QueryExpression<[DynamicRow]> { query.matching(column.keyPath, equals: value) }
}

extension ColumnModel {
  /// Declares the column at a place of its rows.
  func declared(at index: Int) -> any AnyDynamicColumn {
    func column<Value: DynamicValue>(
      _ type: Value.Type, _ encoding: ColumnEncoding<Value>? = nil
    ) -> any AnyDynamicColumn {
      if isOptional { return OptionalDynamicColumn<Value>(self, at: index, encoding) }
      return DynamicColumn<Value>(self, at: index, encoding)
    }
    let encoding = form.encoding
    let isJSONB = encoding == .jsonb
    switch form.kind {
    // Keys and other whole numbers are compared with each other.
    case .int, .int64: return column(Int.self)
    case .bool: return column(Bool.self, encoding == nil ? nil : .boolean)
    case .double: return column(Double.self, encoding == nil ? nil : .number)
    case .float: return column(Float.self, encoding == nil ? nil : .real)
    case .decimal: return column(Decimal.self, encoding?.ofDecimals)
    case .bytes: return column(Data.self)
    case .texts: return column([String].self, isJSONB ? .jsonb : nil)
    case .integers: return column([Int].self, isJSONB ? .jsonb : nil)
    case .numbers: return column([Double].self, isJSONB ? .jsonb : nil)
    case .textsByKey: return column([String: String].self, isJSONB ? .jsonb : nil)
    case .integersByKey: return column([String: Int].self, isJSONB ? .jsonb : nil)
    case .numbersByKey: return column([String: Double].self, isJSONB ? .jsonb : nil)
    case .text, .enumeration: return column(String.self, encoding?.ofTexts)
    case .date: return column(Date.self, encoding?.ofDates)
    case .day: return column(CalendarDate.self, encoding?.ofDays)
    case .uuid: return column(UUID.self, encoding?.ofUUIDs)
    }
  }
}

extension TableColumn {
  fileprivate static func dynamic(
    _ model: ColumnModel, _ keyPath: any KeyPath<Row, Value> & Sendable
  ) -> TableColumn {
    switch model.role {
    case .key: .primaryKey(model.name, keyPath)
    case .generated: .generated(model.name, keyPath)
    case .stored, .defaulted: .column(model.name, keyPath)
    }
  }
}
