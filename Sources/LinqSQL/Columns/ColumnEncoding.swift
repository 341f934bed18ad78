public import Foundation
internal import StoreEngine

/// How a column stores the values of a type, where it is not the usual way.
///
/// Tables of other programs store points in time and identifiers in many ways. An encoding is a
/// part of the declaration of a column; chains, rows and errors do not change.
///
/// ```swift
/// Table(
///   "session", Session.init,
///   .primaryKey("id", \.id).encoded(as: .lowercase),            // UUID: '1b4e28ba-2fa1-…'
///   .column("user", \.user),
///   .column("opened", \.opened).encoded(as: .iso8601),          // Date: '2026-03-01T08:30:00Z'
///   .column("seen", \.seen).encoded(as: .secondsSince1970))     // Date?: 1772353800
///
/// sessions.where { $0.opened >= monday }.sortDescending { $0.seen }
/// // SELECT swift_decode_lowercase(id), user, swift_decode_iso8601(opened),
/// //   iif(typeof(seen) = 'integer', seen * 1000000, seen)
/// // FROM session WHERE opened >= swift_encode_iso8601(?) ORDER BY seen DESC, id
/// ```
///
/// Comparisons and sorts use the stored values, so indexes serve them: each value has one stored
/// form, and the order of the stored forms is that of the values. A stored value of another form is
/// an error where it is read, and equal to no value of a chain.
///
/// A value that lies between two that the column can store is rounded where it is written, and
/// compared exactly: `$0.opened < date` is right for a date with fractions of a second, too.
///
/// A parameter that is out of its range is an error when the table is first used
/// (``TableDeclarationError``).
public struct ColumnEncoding<Value: Sendable>: Sendable {
  let stored: StoredEncoding
  /// Why a parameter is wrong; nil if it is not. The encoding then has another one.
  var problem: String?

  /// Returns an encoding with a number of digits, or with the nearest number that it can have.
  fileprivate static func digits(
    _ digits: Int, in range: ClosedRange<Int>, _ stored: (Int) -> StoredEncoding
  ) -> Self {
    let nearest = min(max(digits, range.lowerBound), range.upperBound)
    let problem = "it has \(range.lowerBound) to \(range.upperBound) digits, not \(digits)"
    return Self(stored: stored(nearest), problem: digits == nearest ? nil : problem)
  }
}

extension ColumnEncoding where Value == Date {
  /// INTEGER: whole seconds since 1970-01-01 00:00 UTC, as `unixepoch()` returns them.
  public static var secondsSince1970: Self { Self(stored: .seconds) }

  /// INTEGER: whole milliseconds since 1970-01-01 00:00 UTC.
  public static var millisecondsSince1970: Self { Self(stored: .milliseconds) }

  /// TEXT: `2026-03-01T08:30:00Z`, as `JSONEncoder` writes it.
  public static var iso8601: Self { iso8601(fractionDigits: 0) }

  /// TEXT: `2026-03-01T08:30:00.250Z`.
  ///
  /// - Parameter fractionDigits: the number of digits after the second, 0 to 6.
  public static func iso8601(fractionDigits: Int) -> Self {
    digits(fractionDigits, in: 0...6) {
      .dateText(DateText(isISO: true, fractionDigits: $0))
    }
  }

  /// TEXT: `2026-03-01 08:30:00` in UTC, as `datetime()` and `CURRENT_TIMESTAMP` of SQLite.
  public static var timestamp: Self { timestamp(fractionDigits: 0) }

  /// TEXT: `2026-03-01 08:30:00.250` in UTC.
  ///
  /// - Parameter fractionDigits: the number of digits after the second, 0 to 6.
  public static func timestamp(fractionDigits: Int) -> Self {
    digits(fractionDigits, in: 0...6) {
      .dateText(DateText(isISO: false, fractionDigits: $0))
    }
  }
}

extension ColumnEncoding where Value == UUID {
  /// TEXT: 36 characters with lower-case digits.
  public static var lowercase: Self { Self(stored: .lowercaseUUID) }

  /// BLOB: the 16 bytes.
  public static var bytes: Self { Self(stored: .uuidBytes) }
}

extension ColumnEncoding where Value == Decimal {
  /// INTEGER: the number without its point, such as cents for two digits. It fits 64 bits.
  ///
  /// ```swift
  /// .column("price", \.price).encoded(as: .scaled(2))
  /// // price INTEGER NOT NULL                                       12.5 is stored as 1250
  /// items.where { $0.price >= 12.5 }.sort { $0.price }
  /// // … WHERE price >= swift_ceil_scaled_2(?) ORDER BY price, id
  /// ```
  ///
  /// - Parameter digits: the number of digits after the point, 0 to 18.
  public static func scaled(_ digits: Int) -> Self {
    Self.digits(digits, in: 0...18) { .scaled($0) }
  }
}

extension TableColumn {
  /// Returns the same column with another encoding of its values.
  public func encoded(as encoding: ColumnEncoding<Value>) -> Self {
    encoded(encoding.stored, encoding.problem)
  }

  /// Returns the same column with another encoding of its values; nil is NULL.
  public func encoded<Wrapped>(as encoding: ColumnEncoding<Wrapped>) -> Self
  where Value == Wrapped? { encoded(encoding.stored, encoding.problem) }

  private func encoded(_ encoding: StoredEncoding, _ problem: String?) -> Self {
    var column = self
    column.encoding = encoding
    column.encodingProblem = self.encoding == nil ? problem : "the column has one already"
    let (write, property) = (write, name)
    column.write = { row, writer in
      var usual = RowWriter()
      try write(row, &usual)
      for value in usual.values {
        guard let stored = encoding.encode(value, .nearest) else {
          throw ColumnValueError.notRepresentable(
            encoding.text(of: value), type: "\(Value.self)", encoding: "\(encoding) of \(property)")
        }
        if usual.changesValue || encoding.mayStoreOther(than: value, as: stored) {
          writer.changesValue = true
        }
        try writer.write(stored)
      }
    }
    return column
  }
}

/// An encoding without the type of its values.
@usableFromInline package enum StoredEncoding: Sendable, Hashable {
  case seconds
  case milliseconds
  case dateText(DateText)
  case lowercaseUUID
  case uuidBytes
  case scaled(Int)
  /// A type that only a server has. The values of the program are those of the usual form, and
  /// statements convert them.
  case server(ServerType)
  /// A text in a column whose collation is not that of Swift.
  case collated
  /// A text in a column of another type, by the name that a server has for it.
  case named(String)

  /// The storage class of the stored values.
  var type: ValueType {
    switch self {
    case .seconds, .milliseconds, .scaled: .integer
    case .dateText, .lowercaseUUID, .collated, .named: .text
    case .uuidBytes: .blob
    case .server(let type): type.usualType
    }
  }

  /// The storage class of the usual form.
  var usualType: ValueType {
    switch self {
    case .seconds, .milliseconds, .dateText: .integer
    case .lowercaseUUID, .uuidBytes, .scaled, .collated, .named: .text
    case .server(let type): type.usualType
    }
  }

  /// Whether Swift can decode the stored values. Others have the usual form, or are of a type that
  /// only a server knows.
  var isDecodedInSwift: Bool {
    switch self {
    case .seconds, .milliseconds, .dateText, .lowercaseUUID, .uuidBytes, .scaled: true
    case .server, .collated, .named: false
    }
  }

  /// The number of microseconds in the unit of a column of whole numbers.
  var unit: Int64? {
    switch self {
    case .seconds: 1_000_000
    case .milliseconds: 1000
    case .dateText, .lowercaseUUID, .uuidBytes, .scaled, .server, .collated, .named: nil
    }
  }

  /// Returns the usual form of a stored value. The result for a value in another form is one that
  /// readers reject.
  func decode(_ stored: Value) -> Value {
    switch (self, stored) {
    case (.seconds, .integer(let number)), (.milliseconds, .integer(let number)):
      let (product, overflows) = number.multipliedReportingOverflow(by: unit ?? 1)
      return overflows ? .real(Double(number)) : .integer(product)
    case (.dateText(let form), .text(let text)):
      return form.microseconds(of: text).map { .integer($0) } ?? stored
    case (.lowercaseUUID, .text(let text)):
      guard let id = UUID(uuidString: text), id.uuidString.lowercased() == text else {
        return .text("not a UUID in lower case: \(text)")
      }
      return .text(id.uuidString)
    case (.uuidBytes, .blob(let bytes)) where bytes.count == 16:
      return .text(
        bytes.withUnsafeBytes { UUID(uuid: $0.loadUnaligned(as: uuid_t.self)) }.uuidString)
    case (.scaled(let digits), .integer(let units)):
      return .text(DecimalText.text(of: units, digits))
    case (.server, _), (.collated, _), (.named, _), (_, .null): return stored
    // Not the value itself, which may be one in the usual form, and another one.
    default: return .text("not \(self): \(stored)")
    }
  }

  /// Returns the stored form of a value in its usual form; nil for a value beyond what the column
  /// can store, if it is to be stored.
  func encode(_ value: Value, _ use: EncodingUse) -> Value? {
    switch (self, value) {
    case (.seconds, .integer(let number)), (.milliseconds, .integer(let number)):
      let (whole, rest) = number.dividedDown(by: unit ?? 1)
      if rest == 0 { return .integer(whole) }
      return use.value(above: whole, nearest: 2 * rest >= unit ?? 1 ? whole + 1 : whole)
    case (.dateText(let form), .integer(let number)):
      let (whole, rest) = number.dividedDown(by: form.unit)
      if use == .nearest {
        return form.text(of: 2 * rest >= form.unit ? whole + 1 : whole).map { .text($0) }
      }
      guard let text = form.text(of: whole) else { return .text(whole < 0 ? "" : ":") }
      return .text(rest == 0 ? text : text + "\u{1}")
    case (.lowercaseUUID, .text(let text)): return .text(text.lowercased())
    case (.uuidBytes, .text(let text)):
      guard let id = UUID(uuidString: text) else { return value }
      return .blob(withUnsafeBytes(of: id.uuid) { [UInt8]($0) })
    case (.scaled(let digits), .text(let text)):
      let isStored = use == .nearest
      guard let units = DecimalText.units(of: text, digits, isStored ? .plain : .down) else {
        if isStored { return nil }
        return .real(text.hasPrefix("-") ? -.infinity : .infinity)
      }
      if units.isExact { return .integer(units.whole) }
      return use.value(above: units.whole, nearest: units.whole)
    case (.server(let type), _) where use == .nearest && !type.canStore(value): return nil
    default: return value
    }
  }

  /// Returns whether the stored form may be that of another value.
  func mayStoreOther(than value: Value, as stored: Value) -> Bool {
    if case .server(let type) = self { return type.mayRound(value) }
    return decode(stored) != value
  }

  /// Returns the text of a value in its usual form, for errors.
  func text(of value: Value) -> String {
    switch value {
    case .integer(let number) where isDate: StoredDate.text(number)
    case .integer(let number): "\(number)"
    case .text(let text): text
    case .null, .real, .blob: "\(value)"
    }
  }
}

/// What the stored form of a value is for, if the value lies between two stored ones.
enum EncodingUse: String, Sendable {
  /// To be stored: the nearest of the two.
  case nearest = "round"
  /// To be compared for equality: a value that equals none.
  case exact = "encode"
  /// To be compared by `<=` and `>`: the lower one.
  case lower = "floor"
  /// To be compared by `<` and `>=`: the higher one.
  case upper = "ceil"

  /// Returns the stored form of a value between a whole number and the next one.
  fileprivate func value(above whole: Int64, nearest: Int64) -> Value {
    switch self {
    case .nearest: .integer(nearest)
    case .exact: .text("between")
    case .lower: .integer(whole)
    case .upper: whole == .max ? .real(.infinity) : .integer(whole + 1)
    }
  }
}

extension StoredEncoding: CustomStringConvertible {
  /// The name, which is a part of the names of functions.
  @usableFromInline package var description: String {
    switch self {
    case .seconds: "seconds"
    case .milliseconds: "milliseconds"
    case .dateText(let form):
      (form.isISO ? "iso8601" : "timestamp")
        + (form.fractionDigits == 0 ? "" : "_\(form.fractionDigits)")
    case .lowercaseUUID: "lowercase"
    case .uuidBytes: "bytes"
    case .scaled(let digits): "scaled_\(digits)"
    case .server(let type): type.rawValue
    case .collated: "collated"
    case .named(let type): "serverType(\(type))"
    }
  }
}
