import LinqModels
import LinqSQL
import LinqText
import TestModel

extension TestStore {
  /// The text form over the same tables, declared when the program runs.
  func dynamicChains(_ corpus: Corpus) -> TextForm {
    let people = TableModel(
      name: "person", type: "Person",
      columns: [
        ColumnModel(
          name: "id", property: "id", form: ColumnForm(.int64), isOptional: false,
          role: .key(isAssigned: true)),
        ColumnModel(name: "name", property: "name", form: ColumnForm(.text), isOptional: false),
        ColumnModel(
          name: "surname", property: "surname", form: ColumnForm(.text), isOptional: false),
        ColumnModel(name: "age", property: "age", form: ColumnForm(.int), isOptional: false),
        ColumnModel(name: "email", property: "email", form: ColumnForm(.text), isOptional: true),
        ColumnModel(
          name: "birth_date", property: "birthDate", form: ColumnForm(.day), isOptional: true),
      ])
    let database = DynamicDatabase(
      DatabaseModel(tables: [people, corpus.schema.model]), in: pool,
      names: .properties(sources: ["people", "purchases"]))
    let arrays = chains(corpus, of: Person.table).sources.filter { $0.name.hasPrefix("known") }
    return TextForm(sources: database.sources + arrays)
  }
}

extension Schema {
  /// The model of the purchases.
  fileprivate var model: TableModel {
    let forms: [ColumnForm] = [
      ColumnForm(.int64), ColumnForm(.text, texts == .usual ? nil : .collated),
      ColumnForm(.double), ColumnForm(.int), ColumnForm(.bool, others == .server ? .boolean : nil),
      ColumnForm(.day, others == .number ? .yearMonthDay : others == .server ? .date : nil),
      ColumnForm(.double), ColumnForm(.date, encodingOfTimes),
      ColumnForm(
        .decimal, decimals == .scaled ? .scaled(2) : decimals == .numeric ? .numeric : nil),
      ColumnForm(.uuid, encodingOfIdentifiers), collection(.texts), collection(.numbers),
      collection(.integersByKey), collection(.textsByKey),
    ]
    let columns = Self.properties.indices.map { index in
      let property = Self.properties[index]
      return ColumnModel(
        name: names[index], property: property, form: forms[index],
        isOptional: ["pieces", "discount", "token"].contains(property),
        role: key.contains(property) ? .key(isAssigned: isAssigned) : .stored)
    }
    return TableModel(name: declaration.name, isView: isView, type: "Purchase", columns: columns)
  }

  private func collection(_ kind: ColumnForm.Kind) -> ColumnForm {
    ColumnForm(kind, collections == .usual ? nil : .jsonb)
  }

  private var encodingOfTimes: ColumnEncodingForm? {
    switch times {
    case .usual: nil
    case .seconds: .secondsSince1970
    case .milliseconds: .millisecondsSince1970
    case .iso: .iso8601(0)
    case .isoWithFraction: .iso8601(3)
    case .timestamp: .timestamp(0)
    case .timestampWithFraction: .timestamp(6)
    case .timestamptz: .timestamptz
    case .timestampWithoutTimeZone: .timestampWithoutTimeZone
    }
  }

  private var encodingOfIdentifiers: ColumnEncodingForm? {
    switch identifiers {
    case .usual: nil
    case .lowercase: .lowercase
    case .bytes: .bytes
    case .uuid: .uuid
    }
  }
}
