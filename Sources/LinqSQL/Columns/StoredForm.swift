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
  /// Returns whether a stored value is what SQL takes it for; nil if it cannot be read.
  let holds: @Sendable (_ usual: Value) -> Bool?

  /// Returns the form of the values of a type; nil if it reads each value as it is stored.
  static func of<Property: ColumnValue>(_ type: Property.Type) -> StoredForm? {
    let wrapped = unwrapped(type)
    var isOfIntegers = false
    if let collection = wrapped as? any StoredInJSON.Type {
      guard !collection.isReadAsStored(ifOnly: exactTypes) else { return nil }
      isOfIntegers = collection.isReadAsStored(ifOnly: exactTypes.union(integerTypes))
    } else if !(wrapped is any JSONColumnValue.Type) {
      guard !columnTypes.contains(ObjectIdentifier(wrapped)) else { return nil }
      return StoredForm(
        isLenient: { readsOtherTexts(type) },
        holds: { usual in
          guard let value = read(type, usual) else { return nil }
          return !readsOtherTexts(type) || storedValue(value).map { isSame($0, usual) } ?? true
        })
    }
    // See `PartCheck`.
    nonisolated(unsafe) let check = partCheck(type)
    return StoredForm(
      isLenient: { true },
      holds: { [isOfIntegers] usual in
        guard let value = read(type, usual) else { return nil }
        guard case .text(let json) = usual else { return true }
        if isOfIntegers, !json.utf8.contains(where: { ".eE".utf8.contains($0) }) { return true }
        return JSONTree(json).map { check(value, $0) } ?? true
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
/// regard to case, white space, accents or width. A few cases of an enumeration stand for all.
private func readTexts<Property: ColumnValue>(
  _ type: Property.Type
) -> [(text: String, value: Property)] {
  let known =
    ["a", "b", "\u{E1}", "\u{FF41}", "b@c.de"] + knownValues(type).prefix(8).compactMap(storedText)
  let texts = Set(known.flatMap { [$0, $0.uppercased(), $0.lowercased(), $0 + " ", " " + $0] })
  return texts.sorted().compactMap { text in read(type, .text(text)).map { (text, $0) } }
}

/// Returns values of a type that are stored differently, among them such as an equality of its own
/// may take for the same.
func triedValues<Property: ColumnValue>(_ type: Property.Type) -> [Property] {
  var values: [Value: Property] = [:]
  for value in knownValues(type).compactMap({ $0 as? Property }) + readTexts(type).map(\.value) {
    if let stored = storedValue(value) { values[stored] = value }
  }
  return Array(values.values)
}

/// Returns the cases and the sample values of a type, or of the one that an optional wraps.
private func knownValues<Property: ColumnValue>(_ type: Property.Type) -> [any ColumnValue] {
  let wrapped = unwrapped(type)
  let cases = (wrapped as? any CaseIterable.Type).map { allCases(of: $0).prefix(100) } ?? []
  let samples = Property.sampleValues.map { [$0.0, $0.1] } ?? []
  return cases.compactMap { $0 as? any ColumnValue } + samples
}

private func allCases<Value: CaseIterable>(of type: Value.Type) -> [Any] { Array(type.allCases) }

private func storedText(_ value: any ColumnValue) -> String? {
  if case .text(let text)? = storedValue(value) { text } else { nil }
}

// MARK: JSON

/// Returns whether JSON has what SQL takes a value for. It has no state, but conformances of types
/// that are not known to be `Sendable`.
typealias PartCheck<Value> = (Value, JSONTree?) -> Bool

/// A list, a dictionary or an optional, whose parts are looked at one by one.
private protocol StoredInJSON {
  /// Returns whether each value in JSON is read as it is stored, because values of some types are.
  static func isReadAsStored(ifOnly types: Set<ObjectIdentifier>) -> Bool

  /// Returns the check of a value: a `PartCheck<Self>`.
  static func makeCheck() -> Any
}

private func isReadAsStored(_ type: Any.Type, ifOnly types: Set<ObjectIdentifier>) -> Bool {
  types.contains(ObjectIdentifier(type))
    || (type as? any StoredInJSON.Type)?.isReadAsStored(ifOnly: types) == true
}

extension Optional: StoredInJSON where Wrapped: ColumnValue {
  fileprivate static func isReadAsStored(ifOnly types: Set<ObjectIdentifier>) -> Bool {
    LinqSQL.isReadAsStored(Wrapped.self, ifOnly: types)
  }

  fileprivate static func makeCheck() -> Any {
    let check = partCheck(Wrapped.self)
    let optional: PartCheck<Self> = { value, json in
      value.map { check($0, json) } ?? (json == nil || json == .null)
    }
    return optional
  }
}

extension Array: StoredInJSON where Element: ColumnArrayElement {
  fileprivate static func isReadAsStored(ifOnly types: Set<ObjectIdentifier>) -> Bool {
    // Bytes are a blob.
    !isText || LinqSQL.isReadAsStored(Element.self, ifOnly: types)
  }

  fileprivate static func makeCheck() -> Any {
    // SQL reads no others.
    let isRead = elementKind != nil
    let check = partCheck(Element.self)
    let list: PartCheck<Self> = { list, json in
      guard isRead else { return true }
      guard case .array(let parts)? = json, parts.count == list.count else { return false }
      return zip(list, parts).allSatisfy { check($0, $1) }
    }
    return list
  }
}

extension Dictionary: StoredInJSON
where Key: CodingKeyRepresentable & Codable, Value: ColumnArrayElement {
  fileprivate static func isReadAsStored(ifOnly types: Set<ObjectIdentifier>) -> Bool {
    Key.self == String.self && LinqSQL.isReadAsStored(Value.self, ifOnly: types)
  }

  fileprivate static func makeCheck() -> Any {
    let isRead = itemKind != nil
    let check = partCheck(Value.self)
    let dictionary: PartCheck<Self> = { dictionary, json in
      guard isRead else { return true }
      guard case .object(let parts)? = json, parts.count == dictionary.count else { return false }
      return dictionary.allSatisfy { key, value in
        parts[key.codingKey.stringValue].map { check(value, $0) } ?? false
      }
    }
    return dictionary
  }
}

extension JSONColumnValue {
  fileprivate static func makeMemberCheck() -> Any {
    let members: PartCheck<Self> = { value, json in
      let members = jsonMembers
      guard case .object(let parts)? = json else { return members.allSatisfy { $0.kind == nil } }
      return members.allSatisfy { $0.kind == nil || $0.isStored(value, parts[$0.key]) }
    }
    return members
  }
}

/// Returns the check of the values of a type. What the type is, is asked once, not for each value.
func partCheck<Value: ColumnValue>(_ type: Value.Type) -> PartCheck<Value> {
  let check: Any? =
    (type as? any StoredInJSON.Type)?.makeCheck()
    ?? (type as? any JSONColumnValue.Type)?.makeMemberCheck()
  if let check = check as? PartCheck<Value> { return check }
  return { value, json in
    switch (storedValue(value), json) {
    case (.text(let text), .text(let stored)): text == stored
    case (.integer(let number), .number(let stored)): Int64(stored) == number
    case (.integer(let number), .truth(let stored)): number == (stored ? 1 : 0)
    case (.real(let number), .number(let stored)): Double(stored) == number
    default: false
    }
  }
}
