internal import Tabular

/// What the fields of a column have in common.
struct ColumnProfile: Sendable {
  /// A field of the column, and its line.
  struct Example: Sendable {
    let line: Int
    let text: String
  }

  /// The number in the file.
  let index: Int
  /// The name in the file.
  let name: String
  /// Whether the column may be the key.
  let isCandidate: Bool
  /// The numbers of fields of each class.
  private var counts = SIMD8<Int>.zero
  /// The first field of each class.
  private var examples: [Example?]
  /// The first number that a `Double` does not have.
  private var inexact: Example?

  /// - Parameter missing: the number of rows before the first one that has the column.
  init(_ name: String, at index: Int, isCandidate: Bool, missing: Int) {
    self.index = index
    self.name = name
    self.isCandidate = isCandidate
    examples = Array(repeating: nil, count: FieldClass.allCases.count)
    addMissing(missing)
  }

  /// The number of rows.
  var rows: Int { counts.wrappedSum() }

  /// Adds rows that do not have the column.
  mutating func addMissing(_ count: Int) { counts[FieldClass.empty.rawValue] += count }

  subscript(count fieldClass: FieldClass) -> Int { counts[fieldClass.rawValue] }

  /// Adds a field.
  mutating func add(
    _ bytes: UnsafeBufferPointer<UInt8>, _ fieldClass: FieldClass, line: Int
  ) {
    let index = fieldClass.rawValue
    counts[index] &+= 1
    if counts[index] == 1, fieldClass != .empty {
      examples[index] = Example(line: line, text: String(decoding: bytes, as: UTF8.self))
    }
    if inexact == nil, fieldClass == .integer || fieldClass == .real,
      NumberText.isRounded(bytes)
    {
      inexact = Example(line: line, text: String(decoding: bytes, as: UTF8.self))
    }
  }

  /// The number of fields with a value.
  var valueCount: Int { rows - self[count: .empty] - self[count: .nullWord] }

  /// The class that all fields with a value have; text if there are none, or if they differ.
  var commonClass: FieldClass {
    let count = valueCount
    if count == 0 { return .text }
    for fieldClass in [FieldClass.integer, .bool, .day, .time]
    where self[count: fieldClass] == count {
      return fieldClass
    }
    let areNumbers = self[count: .integer] + self[count: .real] == count
    return areNumbers && inexact == nil ? .real : .text
  }

  /// Whether a field has no value.
  ///
  /// - Parameter isNullInTexts: whether a word stands for no value in a column of texts, too.
  func hasNull(isNullInTexts: Bool) -> Bool {
    if self[count: .empty] > 0 { return true }
    let isNull = commonClass != .text || valueCount == 0 || isNullInTexts
    return isNull && self[count: .nullWord] > 0
  }

  /// Why the column is one of texts although most of its fields are something else.
  var reasonForText: String? {
    guard commonClass == .text else { return nil }
    let count = valueCount
    let numbers = self[count: .integer] + self[count: .real]
    if numbers == count, let inexact {
      return "line \(inexact.line) has \"\(Rejection.shown(inexact.text))\", of which a "
        + "floating-point number does not keep all digits"
    }
    let kinds: [(count: Int, name: String, classes: Set<FieldClass>)] = [
      (self[count: .integer], "whole numbers", [.integer]),
      (numbers, "numbers", [.integer, .real]), (self[count: .bool], "true or false", [.bool]),
      (self[count: .day], "days", [.day]), (self[count: .time], "times", [.time]),
    ]
    guard let most = kinds.first(where: { $0.count * 2 > count }) else { return nil }
    let others = FieldClass.allCases.filter {
      $0 != .empty && $0 != .nullWord && !most.classes.contains($0)
    }
    let first = others.compactMap { examples[$0.rawValue] }.min { $0.line < $1.line }
    guard let first else { return nil }
    return
      "\(most.count) of \(count) values are \(most.name), but line \(first.line) has "
      + "\"\(Rejection.shown(first.text))\""
  }

  /// The words in a column of texts that would stand for no value elsewhere.
  var nullWordInTexts: Example? {
    commonClass == .text && valueCount > 0 ? examples[FieldClass.nullWord.rawValue] : nil
  }
}
