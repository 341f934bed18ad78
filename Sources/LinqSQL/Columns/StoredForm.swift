internal import Foundation
internal import LinqCore
internal import StoreEngine
internal import StoreSupport

// SQL sees what is stored, and Swift what a type reads. A type of the program may read several
// stored values as one: `A` and `a` as the same case, JSON without a key as a default value, a UUID
// in small letters. Then memory decides about what is stored in another form than the library
// writes.

/// The form in which values of a type are stored.
struct StoredForm: Sendable {
  /// Returns whether a type reads some stored values as others. It is found out at the first use.
  let isLenient: @Sendable () -> Bool
  /// Returns whether a stored value that can be read is what SQL takes it for.
  let holds: @Sendable (_ usual: Value) -> Bool

  /// Returns the form of the values of a type; nil if it reads each value as it is stored.
  static func of<Property: ColumnValue>(_ type: Property.Type) -> StoredForm? {
    let wrapped = (type as? any OptionalValue.Type)?.wrappedType ?? type
    var isOfIntegers = false
    if let collection = wrapped as? any StoredInJSON.Type {
      guard !collection.isReadAsStored(ifOnly: exactTypes) else { return nil }
      isOfIntegers = collection.isReadAsStored(ifOnly: exactTypes.union(integerTypes))
    } else if !(wrapped is any JSONColumnValue.Type) {
      guard !columnTypes.contains(ObjectIdentifier(wrapped)) else { return nil }
      return StoredForm(
        isLenient: { readsOtherTexts(type) },
        holds: { usual in
          guard readsOtherTexts(type), let value = read(type, usual) else { return true }
          return storedValue(value).map { isSame($0, usual) } ?? true
        })
    }
    return StoredForm(
      isLenient: { true },
      holds: { [isOfIntegers] usual in
        guard case .text(let json) = usual else { return true }
        if isOfIntegers, !json.utf8.contains(where: { ".eE".utf8.contains($0) }) { return true }
        guard let value = read(type, usual), let tree = JSONTree(json) else { return true }
        return isStored(value, as: tree)
      })
  }
}

/// The types whose values in a column are read as they are stored.
private let columnTypes = exactTypes.union(integerTypes).union(
  identifiers(
    of: UUID.self, Date.self, Decimal.self, Data.self, Float.self, Substring.self,
    Character.self, ComparisonResult.self, FloatingPointSign.self, LocalizedText.self))

/// The types whose values in JSON are read as they are stored.
private let exactTypes = identifiers(
  of: Bool.self, Double.self, String.self, CalendarDate.self)

/// The types whose values in JSON may be stored as 7.0, too, which SQL divides in another way.
private let integerTypes = identifiers(
  of: Int.self, Int8.self, Int16.self, Int32.self, Int64.self, UInt.self, UInt8.self,
  UInt16.self, UInt32.self, UInt64.self)

private func identifiers(of types: Any.Type...) -> Set<ObjectIdentifier> {
  Set(types.map { ObjectIdentifier($0) })
}

/// Returns the value that a type reads from a stored one; nil if it refuses it.
private func read<Property: ColumnValue>(_ type: Property.Type, _ usual: Value) -> Property? {
  withCells(of: CollectionOfOne(usual)) { cells in
    var reader = RowReader(cells)
    return try? Property.read(from: &reader)
  }
}

/// Returns whether SQL takes two values for the same.
private func isSame(_ first: Value, _ second: Value) -> Bool {
  switch (first, second) {
  case (.integer(let number), .real(let other)), (.real(let other), .integer(let number)):
    Double(number) == other
  default: first == second
  }
}

// MARK: Types with texts

private let lenientTypes = Locked<[ObjectIdentifier: Bool]>([:])

/// Returns whether a type reads one of the texts of ``readTexts(_:)`` as another one.
private func readsOtherTexts<Property: ColumnValue>(_ type: Property.Type) -> Bool {
  let key = ObjectIdentifier(type)
  if let known = lenientTypes.withLock({ $0[key] }) { return known }
  // Code of the program does not run inside the lock.
  let found = readTexts(type).contains { storedValue($0.value) != .text($0.text) }
  lenientTypes.withLock { $0[key] = found }
  return found
}

/// Returns the values that a type reads from texts that another one may take for the same: without
/// regard to case, white space, accents or width.
private func readTexts<Property: ColumnValue>(
  _ type: Property.Type
) -> [(text: String, value: Property)] {
  let known = ["a", "b", "\u{E1}", "\u{FF41}", "b@c.de"] + knownValues(type).compactMap(storedText)
  let texts = Set(known.flatMap { [$0, $0.uppercased(), $0.lowercased(), $0 + " ", " " + $0] })
  return texts.sorted().compactMap { text in read(type, .text(text)).map { (text, $0) } }
}

/// Returns values of a type, among them such as an equality of its own may take for the same.
func triedValues<Property: ColumnValue>(_ type: Property.Type) -> [Property] {
  knownValues(type).compactMap { $0 as? Property } + readTexts(type).map(\.value)
}

/// Returns the cases and the sample values of a type, or of the one that an optional wraps.
private func knownValues<Property: ColumnValue>(_ type: Property.Type) -> [any ColumnValue] {
  let wrapped = (type as? any OptionalValue.Type)?.wrappedType ?? type
  let cases = (wrapped as? any CaseIterable.Type).map { allCases(of: $0).prefix(100) } ?? []
  let samples = Property.sampleValues.map { [$0.0, $0.1] } ?? []
  return cases.compactMap { $0 as? any ColumnValue } + samples
}

private func allCases<Value: CaseIterable>(of type: Value.Type) -> [Any] { Array(type.allCases) }

private func storedText(_ value: any ColumnValue) -> String? {
  if case .text(let text)? = storedValue(value) { text } else { nil }
}

// MARK: JSON

/// A list, a dictionary or an optional, whose parts are looked at one by one.
private protocol StoredInJSON {
  /// Returns whether each value in JSON is read as it is stored, because values of some types are.
  static func isReadAsStored(ifOnly types: Set<ObjectIdentifier>) -> Bool

  /// Returns whether JSON has what SQL takes the value for.
  func isStored(as json: JSONTree?) -> Bool
}

private func isReadAsStored(_ type: Any.Type, ifOnly types: Set<ObjectIdentifier>) -> Bool {
  types.contains(ObjectIdentifier(type))
    || (type as? any StoredInJSON.Type)?.isReadAsStored(ifOnly: types) == true
}

extension Optional: StoredInJSON where Wrapped: ColumnValue {
  fileprivate static func isReadAsStored(ifOnly types: Set<ObjectIdentifier>) -> Bool {
    LinqSQL.isReadAsStored(Wrapped.self, ifOnly: types)
  }

  fileprivate func isStored(as json: JSONTree?) -> Bool {
    guard let self else { return json == nil || json == .null }
    return LinqSQL.isStored(self, as: json)
  }
}

extension Array: StoredInJSON where Element: ColumnArrayElement {
  fileprivate static func isReadAsStored(ifOnly types: Set<ObjectIdentifier>) -> Bool {
    // Bytes are a blob.
    !isText || LinqSQL.isReadAsStored(Element.self, ifOnly: types)
  }

  fileprivate func isStored(as json: JSONTree?) -> Bool {
    // SQL reads no others.
    guard Self.elementKind != nil else { return true }
    guard case .array(let parts)? = json, parts.count == count else { return false }
    return zip(self, parts).allSatisfy { LinqSQL.isStored($0, as: $1) }
  }
}

extension Dictionary: StoredInJSON
where Key: CodingKeyRepresentable & Codable, Value: ColumnArrayElement {
  fileprivate static func isReadAsStored(ifOnly types: Set<ObjectIdentifier>) -> Bool {
    Key.self == String.self && LinqSQL.isReadAsStored(Value.self, ifOnly: types)
  }

  fileprivate func isStored(as json: JSONTree?) -> Bool {
    guard Self.itemKind != nil else { return true }
    guard case .object(let parts)? = json, parts.count == count else { return false }
    return allSatisfy { key, value in
      parts[key.codingKey.stringValue].map { LinqSQL.isStored(value, as: $0) } ?? false
    }
  }
}

extension JSONColumnValue {
  fileprivate func hasMembers(of json: JSONTree?) -> Bool {
    let members = Self.jsonMembers.filter { $0.kind != nil }
    guard !members.isEmpty else { return true }
    guard case .object(let parts)? = json else { return false }
    return members.allSatisfy { $0.isStored(self, parts[$0.key]) }
  }
}

/// Returns whether JSON has what SQL takes a value for.
func isStored<Value: ColumnValue>(_ value: Value, as json: JSONTree?) -> Bool {
  if let value = value as? any StoredInJSON { return value.isStored(as: json) }
  if let value = value as? any JSONColumnValue { return value.hasMembers(of: json) }
  switch (storedValue(value), json) {
  case (.text(let text), .text(let stored)): return text == stored
  case (.integer(let number), .number(let stored)): return Int64(stored) == number
  case (.integer(let number), .truth(let stored)): return number == (stored ? 1 : 0)
  case (.real(let number), .number(let stored)): return Double(stored) == number
  default: return false
  }
}
