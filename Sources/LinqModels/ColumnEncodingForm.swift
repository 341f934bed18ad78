internal import Foundation
internal import LinqCore
internal import LinqSQL

/// An encoding of a column's values, as a declaration names it.
package enum ColumnEncodingForm: Sendable, Hashable {
  case number, text, collated
  /// With a number of digits after the second.
  case timestamp(Int)
  case iso8601(Int)
  case secondsSince1970, millisecondsSince1970, yearMonthDay, lowercase, bytes
  /// With a number of digits after the point.
  case scaled(Int)
  // Types of a server.
  case numeric, boolean, real, jsonb, date, timestamptz, timestampWithoutTimeZone, uuid
  case serverType(String)

  /// The encoding as a source writes it after a period.
  var source: String {
    switch self {
    case .timestamp(0): "timestamp"
    case .timestamp(let digits): "timestamp(fractionDigits: \(digits))"
    case .iso8601(0): "iso8601"
    case .iso8601(let digits): "iso8601(fractionDigits: \(digits))"
    case .scaled(let digits): "scaled(\(digits))"
    case .serverType(let name): "serverType(\(SwiftSource.literal(name)))"
    default: "\(self)"
    }
  }

  /// The encoding of texts; nil for one of other values.
  var ofTexts: ColumnEncoding<String>? {
    switch self {
    case .text: .text
    case .collated: .collated
    case .serverType(let name): .serverType(name)
    default: nil
    }
  }

  /// The encoding of decimal numbers; nil for one of other values.
  var ofDecimals: ColumnEncoding<Decimal>? {
    switch self {
    case .numeric: .numeric
    case .scaled(let digits): .scaled(digits)
    default: nil
    }
  }

  /// The encoding of points in time; nil for one of other values.
  var ofDates: ColumnEncoding<Date>? {
    switch self {
    case .timestamp(let digits): .timestamp(fractionDigits: digits)
    case .iso8601(let digits): .iso8601(fractionDigits: digits)
    case .secondsSince1970: .secondsSince1970
    case .millisecondsSince1970: .millisecondsSince1970
    case .timestamptz: .timestamptz
    case .timestampWithoutTimeZone: .timestampWithoutTimeZone
    default: nil
    }
  }

  /// The encoding of days; nil for one of other values.
  var ofDays: ColumnEncoding<CalendarDate>? {
    switch self {
    case .yearMonthDay: .yearMonthDay
    case .date: .date
    case .collated: .collated
    default: nil
    }
  }

  /// The encoding of identifiers; nil for one of other values.
  var ofUUIDs: ColumnEncoding<UUID>? {
    switch self {
    case .lowercase: .lowercase
    case .bytes: .bytes
    case .uuid: .uuid
    case .collated: .collated
    default: nil
    }
  }
}
