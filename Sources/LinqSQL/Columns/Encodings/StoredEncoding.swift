internal import StoreEngine

/// An encoding without the type of its values: all that the library knows of it.
///
/// ```
///   stored value            usual form            value of the program
///   2026-03-01T08:30:00Z    1772353800000000      Date
///            │    decode          ▲
///            └────────────────────┘
///            ▲    encode(use)     │
///            └────────────────────┘
/// ```
///
/// The usual form is the one of a column without an encoding. Everything but a column is in this
/// form: parameters, results, what memory compares. SQL converts by ``sqlite`` and ``server``.
@usableFromInline package final class StoredEncoding: Sendable {
  /// The name, which tells encodings apart, and is a part of the names of functions.
  let name: String
  /// The storage class of the stored values in SQLite.
  let type: ValueType
  /// The storage class of the usual form.
  let usualType: ValueType
  /// Whether the values are points in time.
  let isDate: Bool
  /// How Swift converts the values; nil if SQLite stores the usual form.
  private let conversion: Conversion?
  /// The usual form of a stored value in SQLite; nil for the function ``decoder``.
  let sqlite: SQLTemplate?
  /// The forms on a server.
  let server: ServerForm

  /// Whether the values are texts that the engine compares in another way than Swift.
  let isForeignText: Bool

  /// How Swift converts between the stored and the usual form.
  struct Conversion {
    /// Returns the usual form; nil for a value that is no stored form.
    let decode: @Sendable (_ stored: Value) -> Value?
    /// Returns the stored form of a value in its usual form; nil for a value beyond what the column
    /// can store, if it is to be stored.
    let encode: @Sendable (_ value: Value, EncodingUse) -> Value?
  }

  /// Creates an encoding whose values differ from the usual form in SQLite, too.
  convenience init(
    _ name: String, _ type: ValueType, usual usualType: ValueType, isDate: Bool = false,
    sqlite: SQLTemplate? = nil, server: ServerForm,
    decode: @escaping @Sendable (_ stored: Value) -> Value?,
    encode: @escaping @Sendable (_ value: Value, EncodingUse) -> Value?
  ) {
    self.init(
      name, type, usual: usualType, isDate: isDate, sqlite: sqlite, server: server,
      Conversion(decode: decode, encode: encode))
  }

  /// Creates an encoding of the usual form in SQLite.
  convenience init(
    _ name: String, usual type: ValueType, isDate: Bool = false, isForeignText: Bool = false,
    sqlite: SQLTemplate = .value, server: ServerForm
  ) {
    self.init(
      name, type, usual: type, isDate: isDate, isForeignText: isForeignText, sqlite: sqlite,
      server: server, nil)
  }

  private init(
    _ name: String, _ type: ValueType, usual usualType: ValueType, isDate: Bool,
    isForeignText: Bool = false, sqlite: SQLTemplate?, server: ServerForm, _ conversion: Conversion?
  ) {
    self.name = name
    self.type = type
    self.usualType = usualType
    self.isDate = isDate
    self.isForeignText = isForeignText
    self.sqlite = sqlite
    self.server = server
    self.conversion = conversion
  }

  /// Whether SQLite stores the usual form.
  var isPlain: Bool { conversion == nil }

  /// Returns the usual form of a stored value. The result for a value in another form is one that
  /// readers reject.
  func decode(_ stored: Value) -> Value {
    guard let conversion, stored != .null else { return stored }
    // Not the value itself, which may be one in the usual form, and another one.
    return conversion.decode(stored) ?? .text("not \(self): \(stored)")
  }

  /// Returns whether Swift can decode a stored value.
  func reads(_ stored: Value) -> Bool {
    guard let conversion else { return stored.type == usualType }
    return conversion.decode(stored)?.type == usualType
  }

  /// Returns the stored form of a value in its usual form; nil for a value beyond what the column
  /// can store, if it is to be stored.
  func encode(_ value: Value, _ use: EncodingUse) -> Value? {
    if let conversion { return value == .null ? value : conversion.encode(value, use) }
    guard use != .nearest || server.canStore(value) else { return nil }
    return value
  }

  /// Returns whether the stored form may be that of another value.
  func mayStoreOther(than value: Value, as stored: Value) -> Bool {
    isPlain ? server.isNamed || server.mayRound(value) : decode(stored) != value
  }

  /// Returns the text of a value in its usual form, for errors.
  func text(of value: Value) -> String {
    switch value {
    case .integer(let number) where isDate:
      let text = StoredDate.text(number)
      // Foundation has no description of years that are far away.
      return text.hasPrefix("<") ? "\(number) microseconds since 1970" : text
    case .integer(let number): return "\(number)"
    case .text(let text): return text
    case .null, .real, .blob: return "\(value)"
    }
  }
}

/// How a server stores the values of an encoding, and what its operators do with them.
struct ServerForm: Sendable {
  /// The name by which the schema describes the type of a column; nil for a type that SQLite has,
  /// too.
  var type: String?
  /// The type of Swift that such columns hold, with its article.
  var holds: String?
  /// The usual form of a stored value. A value in another form is an error, as in SQLite, or a text
  /// that no reader accepts.
  var decoded: SQLTemplate
  /// The stored form of a value, rounded to what the column can store.
  var stored: SQLTemplate
  /// The form of a value with which the column is compared; nil if it is the stored one.
  var compared: SQLTemplate?
  /// What the operators of the server compare with Swift's result.
  var comparison: Comparison
  /// Whether the program names the type, which may store any text as another one.
  var isNamed = false
  /// Returns whether a column can store a value in its usual form.
  var canStore: @Sendable (Value) -> Bool = { _ in true }
  /// Returns whether a column may store another value than this one: the number of digits after the
  /// point is a part of the declaration of the column.
  var mayRound: @Sendable (Value) -> Bool = { _ in false }

  enum Comparison {
    /// Stored values and the stored forms of others.
    case all
    /// Stored values with each other: a server cannot convert any value to the stored form.
    case columns
    /// Stored values with each other and with constants.
    case columnsAndConstants
    /// Stored values with constants, for equality: two columns may have different collations.
    case constants
    case nothing
  }

  /// Returns the form of a value for a use.
  func encoded(for use: EncodingUse) -> SQLTemplate {
    use == .nearest ? stored : compared ?? stored
  }

  /// Whether an operator has the same result for a stored value and the stored form of another one;
  /// nil is a column of the same encoding.
  func canCompare(_ operation: SQLOperator, _ other: SQLExpression?) -> Bool {
    switch comparison {
    case .all: true
    case .columns: other == nil
    case .columnsAndConstants: other?.isParameter ?? true
    case .constants: operation.isEquality && other?.isParameter == true
    case .nothing: false
    }
  }
}

/// What the stored form of a value is for, if the value lies between two stored ones.
enum EncodingUse: String, Sendable, CaseIterable {
  /// To be stored: the nearest of the two.
  case nearest = "round"
  /// To be compared for equality: a value that equals none.
  case exact = "encode"
  /// To be compared by `<=` and `>`: the lower one.
  case lower = "floor"
  /// To be compared by `<` and `>=`: the higher one.
  case upper = "ceil"

  /// Returns the stored form of a value between a whole number and the next one.
  func value(above whole: Int64, nearest: Int64) -> Value {
    switch self {
    case .nearest: .integer(nearest)
    case .exact: .text("between")
    case .lower: .integer(whole)
    case .upper: whole == .max ? .real(.infinity) : .integer(whole + 1)
    }
  }
}

extension StoredEncoding: Hashable, CustomStringConvertible {
  @usableFromInline package static func == (left: StoredEncoding, right: StoredEncoding) -> Bool {
    left === right || left.name == right.name
  }

  @usableFromInline package func hash(into hasher: inout Hasher) { hasher.combine(name) }

  @usableFromInline package var description: String { name }
}
