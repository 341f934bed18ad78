package import LinqCore
package import Tabular

/// What a field looks like.
enum FieldClass: Int, Sendable, CaseIterable {
  case empty
  /// A word that stands for no value among numbers or days.
  case nullWord
  case integer, real, bool, day
  /// A day and a time of day.
  case time
  case text

  /// Returns the class of a field.
  ///
  /// - Parameters:
  ///   - bytes: the text of the field.
  ///   - kind: what the format says of it. A text of JSON is no number.
  init(
    _ bytes: UnsafeBufferPointer<UInt8>, _ kind: FieldKind, isJSON: Bool, _ forms: FieldForms
  ) {
    switch kind {
    case .missing, .null: self = .empty
    case .boolean: self = .bool
    case .nested: self = .text
    case .number: self = Self.ofNumber(bytes) ?? .text
    case .text where bytes.isEmpty: self = .empty
    case .text: self = Self.ofText(bytes, isJSON: isJSON, forms)
    }
  }

  private static func ofText(
    _ bytes: UnsafeBufferPointer<UInt8>, isJSON: Bool, _ forms: FieldForms
  ) -> FieldClass {
    if let day = forms.day, day(bytes) != nil { return .day }
    if forms.nullWords.contains(bytes) { return .nullWord }
    switch bytes[0] {
    case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
      if bytes.count >= 10, bytes[4] == UInt8(ascii: "-") {
        let day = UnsafeBufferPointer(rebasing: bytes[..<10])
        if CalendarDate(utf8: day) != nil {
          return bytes.count == 10 ? .day : isTime(bytes[10...]) ? .time : .text
        }
      }
      return (isJSON ? nil : ofNumber(bytes)) ?? .text
    case UInt8(ascii: "t"), UInt8(ascii: "T"), UInt8(ascii: "f"), UInt8(ascii: "F"):
      return !isJSON && bool(bytes) != nil ? .bool : .text
    default: return .text
    }
  }

  private static func ofNumber(_ bytes: UnsafeBufferPointer<UInt8>) -> FieldClass? {
    switch NumberText(bytes) {
    case .integer: .integer
    case .real: .real
    case nil: nil
    }
  }

  /// Returns the value of `true` or `false`, whatever the case of the letters.
  static func bool(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool? {
    func isWord(_ word: StaticString) -> Bool {
      guard bytes.count == word.utf8CodeUnitCount else { return false }
      return bytes.indices.allSatisfy { bytes[$0] | 0x20 == word.utf8Start[$0] }
    }
    return isWord("true") ? true : isWord("false") ? false : nil
  }

  /// Returns whether bytes that follow a day are a time: `T12:30`, ` 12:30:00.25`, `T12:30:00Z`.
  private static func isTime(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> Bool {
    var rest = bytes
    func takes(_ accepted: UInt8...) -> Bool {
      guard let first = rest.first, accepted.contains(first) else { return false }
      rest.removeFirst()
      return true
    }
    func number(_ count: Int) -> Bool {
      let digits = rest.prefix { $0 &- UInt8(ascii: "0") <= 9 }.count
      guard count == 0 ? digits > 0 : digits >= count else { return false }
      rest.removeFirst(count == 0 ? digits : count)
      return true
    }
    let (colon, point) = (UInt8(ascii: ":"), UInt8(ascii: "."))
    guard takes(UInt8(ascii: "T"), UInt8(ascii: " ")), number(2), takes(colon), number(2) else {
      return false
    }
    if takes(colon) {
      guard number(2), !takes(point) || number(0) else { return false }
    }
    if takes(UInt8(ascii: "Z")) { return rest.isEmpty }
    if takes(UInt8(ascii: "+"), UInt8(ascii: "-")) {
      guard number(2) else { return false }
      _ = takes(colon)
      guard number(2) else { return false }
    }
    return rest.isEmpty
  }
}

/// How values are written that have no form of their own.
package struct FieldForms: Sendable {
  /// The words that stand for no value.
  package var nullWords = NullWords.usual
  /// Whether they stand for no value in texts, too, where `NA` may be a value.
  package var areNullInTexts = false
  /// Returns the day that a text means; nil if days are written `YYYY-MM-DD` only.
  package var day: (@Sendable (UnsafeBufferPointer<UInt8>) -> CalendarDate?)?

  package init() {}
}
