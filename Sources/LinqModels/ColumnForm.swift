internal import Foundation
internal import LinqCore
internal import LinqSQL
internal import StoreEngine

/// The Swift type of a column's values, and how they are stored.
package struct ColumnForm: Sendable, Hashable {
  package enum Kind: Sendable, Hashable {
    case int, int64, bool, double, float, decimal, text, date, day, uuid, bytes
    /// A list in JSON.
    case texts, integers, numbers
    /// A dictionary in JSON.
    case textsByKey, integersByKey, numbersByKey
    /// An enumeration with the raw values.
    case enumeration([String])
  }

  package var kind: Kind
  /// The encoding; nil for the usual one.
  package var encoding: ColumnEncodingForm?

  package init(_ kind: Kind, _ encoding: ColumnEncodingForm? = nil) {
    self.kind = kind
    self.encoding = encoding
  }

  /// Whether the values are lists or dictionaries.
  var isCollection: Bool {
    switch kind {
    case .texts, .integers, .numbers, .textsByKey, .integersByKey, .numbersByKey: true
    default: false
    }
  }

  /// The values of an enumeration; nil for any others.
  var choices: [String]? { if case .enumeration(let values) = kind { values } else { nil } }

  /// Whether the values are whole numbers that may be keys.
  var isInteger: Bool { kind == .int || kind == .int64 }
}

/// A form that all texts of a column may have.
struct SharedTextForm: Sendable {
  let form: ColumnForm
  let accepts: @Sendable (String) -> Bool

  /// The forms, in the order of preference.
  static let all: [SharedTextForm] =
    [
      SharedTextForm(form: ColumnForm(.day)) { CalendarDate($0) != nil },
      SharedTextForm(form: ColumnForm(.uuid)) { UUID(uuidString: $0)?.uuidString == $0 },
      SharedTextForm(form: ColumnForm(.uuid, .lowercase)) {
        UUID(uuidString: $0)?.uuidString.lowercased() == $0
      },
    ]
    + (0...6).flatMap { [date(.iso8601($0)), date(.timestamp($0))] } + [
      json(.texts, [String].self, from: "["), json(.integers, [Int].self, from: "["),
      json(.numbers, [Double].self, from: "["),
      json(.textsByKey, [String: String].self, from: "{"),
      json(.integersByKey, [String: Int].self, from: "{"),
      json(.numbersByKey, [String: Double].self, from: "{"),
    ]

  private static func date(_ encoding: ColumnEncodingForm) -> SharedTextForm {
    SharedTextForm(form: ColumnForm(.date, encoding)) { text in
      encoding.ofDates?.reads(.text(text)) ?? false
    }
  }

  private static func json<JSON: Decodable>(
    _ kind: ColumnForm.Kind, _: JSON.Type, from first: Unicode.Scalar
  ) -> SharedTextForm {
    SharedTextForm(form: ColumnForm(kind)) { text in
      text.unicodeScalars.first == first
        && (try? JSONDecoder().decode(JSON.self, from: Data(text.utf8))) != nil
    }
  }
}

/// What the stored values of a column have in common.
struct ColumnValues {
  /// The numbers of values of each storage class.
  private(set) var counts: [ValueType: Int] = [:]
  /// The range of the integers; nil if there are none.
  private(set) var range: ClosedRange<Int64>?
  /// Whether each integer is a day as its digits: 20260301.
  private(set) var areDays = true
  /// The forms that all texts have.
  private(set) var forms = SharedTextForm.all
  /// Whether all blobs have the length of a UUID.
  private(set) var have16Bytes = true
  /// Whether each integer is one that a `Double` has.
  private(set) var areDoubles = true

  /// The storage classes of the values, besides NULL.
  var classes: Set<ValueType> { Set(counts.keys).subtracting([.null]) }
  var hasNull: Bool { counts[.null] != nil }
  /// Whether each list or dictionary is empty, so that its elements may be of any type.
  private(set) var areEmpty = true

  mutating func add(_ value: Value) {
    counts[value.type, default: 0] += 1
    switch value {
    case .null, .real: break
    case .integer(let number):
      range = min(range?.lowerBound ?? number, number)...max(range?.upperBound ?? number, number)
      if areDays { areDays = ColumnEncoding<CalendarDate>.yearMonthDay.reads(value) }
      if Double(exactly: number) == nil { areDoubles = false }
    case .text(let text):
      if !forms.isEmpty { forms.removeAll { !$0.accepts(text) } }
      if areEmpty, text != "[]", text != "{}" { areEmpty = false }
    case .blob(let bytes):
      if bytes.count != 16 { have16Bytes = false }
    }
  }
}

extension StoredColumn {
  /// Whether the declared type contains one of these parts, in upper case.
  private func says(_ parts: String...) -> Bool {
    let declared = type.uppercased()
    return parts.contains { declared.contains($0) }
  }

  /// Returns the form of the values of a column of SQLite; nil if no type reads all of them.
  ///
  /// - Parameters:
  ///   - allowed: the values that the schema lists, if it does.
  ///   - values: the stored values; nil to go by the declared type alone.
  func form(allowed: [Value]?, _ values: ColumnValues?) -> ColumnForm? {
    let classes = values?.classes ?? []
    if let allowed, let form = form(allowed: allowed, classes) { return form }
    // A list of nothing may be one of anything.
    let texts = values?.areEmpty == true ? nil : values?.forms.first?.form
    switch classes {
    case []: return declaredForm
    case [.integer]: break
    case [.real] where holds.contains(.real): return ColumnForm(.double)
    case [.real], [.integer, .real]:
      return holdsNumbersAndTexts && values?.areDoubles != false
        ? ColumnForm(.double, .number) : fallback(classes)
    case [.text]:
      guard let form = texts else { break }
      if holds.contains(.text) {
        if foreignCollation == nil { return form }
        return form.encoding == nil && !form.isCollection
          ? ColumnForm(form.kind, .collated) : fallback(classes)
      }
      return convertsNumericTexts ? form : fallback(classes)
    case [.blob]:
      let isUUID =
        values?.have16Bytes == true && (says("UUID", "GUID") || name.uppercased().contains("UUID"))
      return isUUID ? ColumnForm(.uuid, .bytes) : ColumnForm(.bytes)
    default: break
    }
    guard classes == [.integer], holds.contains(.integer), let range = values?.range else {
      return fallback(classes)
    }
    if says("BOOL"), (0...1).contains(range.lowerBound), (0...1).contains(range.upperBound) {
      return ColumnForm(.bool)
    }
    if says("DATE", "TIME") {
      if values?.areDays == true { return ColumnForm(.day, .yearMonthDay) }
      // From 1973 on, and before the year 5138.
      switch range.upperBound {
      case ..<100_000_000: break
      case ..<100_000_000_000: return ColumnForm(.date, .secondsSince1970)
      case ..<100_000_000_000_000: return ColumnForm(.date, .millisecondsSince1970)
      default: return ColumnForm(.date)
      }
    }
    let isNumber = says("DEC", "NUM", "MONEY", "REAL", "FLOA", "DOUB")
    if isNumber, !says("INT"), holdsNumbersAndTexts, values?.areDoubles == true {
      return ColumnForm(.double, .number)
    }
    return ColumnForm(.int)
  }

  /// The form that the declared type tells.
  private var declaredForm: ColumnForm? {
    let declared = type.uppercased()
    if says("BOOL"), holds.contains(.integer) { return ColumnForm(.bool) }
    let holdsDates = holds.contains(.text) && foreignCollation == nil || convertsNumericTexts
    if holdsDates {
      if says("DATETIME", "TIMESTAMP") { return ColumnForm(.date, .timestamp(0)) }
      if declared == "DATE" { return ColumnForm(.day) }
      if says("UUID", "GUID") { return ColumnForm(.uuid) }
    }
    if says("INT"), holds.contains(.integer) { return ColumnForm(.int) }
    if says("DEC", "NUM", "MONEY"), holdsNumbersAndTexts { return ColumnForm(.double, .number) }
    if holds.contains(.integer), holds.contains(.text) {
      return declared.isEmpty || declared == "ANY" ? ColumnForm(.text, .text) : ColumnForm(.bytes)
    }
    if holds.contains(.real) { return ColumnForm(.double) }
    return fallback([])
  }

  /// The form of what has no better one: the text of whatever is stored.
  private func fallback(_ classes: Set<ValueType>) -> ColumnForm? {
    if holds.contains(.text), classes.subtracting([.text]).isEmpty {
      return ColumnForm(.text, foreignCollation == nil ? nil : .collated)
    }
    if classes.contains(.blob) { return nil }
    if holdsNumbersAndTexts { return ColumnForm(.text, .text) }
    if classes.isSubset(of: [.integer]), holds.contains(.integer) { return ColumnForm(.int) }
    if classes.isSubset(of: [.real]), holds.contains(.real) { return ColumnForm(.double) }
    return nil
  }

  /// Returns the form of values that the schema lists; nil if the list tells no type.
  private func form(allowed: [Value], _ classes: Set<ValueType>) -> ColumnForm? {
    if Set(allowed).isSubset(of: [0, 1]), allowed.count == 2, holds.contains(.integer),
      classes.isSubset(of: [.integer])
    {
      return ColumnForm(.bool)
    }
    guard let texts = Self.cases(allowed), holds.contains(.text), classes.isSubset(of: [.text])
    else { return nil }
    return ColumnForm(.enumeration(texts), foreignCollation == nil ? nil : .collated)
  }

  /// Returns the cases of an enumeration, if the values that the schema lists are some.
  private static func cases(_ allowed: [Value]?) -> [String]? {
    let texts = (allowed ?? []).compactMap { if case .text(let text) = $0 { text } else { nil } }
    let areCases = texts.count == allowed?.count && texts.count > 1
    return areCases && Set(texts).count == texts.count ? texts : nil
  }

  /// Returns the form of the values of a column of a server.
  func formOnServer(_ details: ColumnDetails?) -> ColumnForm {
    let type = baseType ?? type
    let kind = Self.cases(details?.allowed).map { ColumnForm.Kind.enumeration($0) } ?? .text
    switch type {
    case "smallint", "integer", "bigint": return ColumnForm(.int)
    case "double precision": return ColumnForm(.double)
    case "real": return ColumnForm(.float, .real)
    case "numeric": return ColumnForm(.decimal, .numeric)
    case "boolean": return ColumnForm(.bool, .boolean)
    case "date": return ColumnForm(.day, .date)
    case "timestamp with time zone": return ColumnForm(.date, .timestamptz)
    case "timestamp without time zone": return ColumnForm(.date, .timestampWithoutTimeZone)
    case "uuid": return ColumnForm(.uuid, .uuid)
    case "bytea": return ColumnForm(.bytes)
    case "text" where baseType == nil, "character varying" where baseType == nil:
      return ColumnForm(kind, foreignCollation == nil ? nil : .collated)
    default:
      return ColumnForm(
        kind, .serverType(details?.typeSQL ?? (isDomainWithLength ? type : self.type)))
    }
  }
}
