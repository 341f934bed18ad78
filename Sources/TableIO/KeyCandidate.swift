/// A column that may be the key of a table.
struct KeyCandidate: Sendable {
  /// How values are compared with those before them.
  enum Comparison {
    /// With the last one: each whole number is larger.
    case last
    /// With all: by their hash values.
    case all
  }

  /// The number of the column.
  let column: Int
  /// The first field that has no value, or that of another row.
  private(set) var mistake: ColumnProfile.Example?
  /// Whether it is not known that all values differ.
  private(set) var isUnknown = false
  private let comparison: Comparison
  private var last = Int64.min
  private var hashes: Set<Int> = []

  /// The number of values up to which all are compared.
  private static let comparedCount = 1 << 20

  init(column: Int, _ comparison: Comparison = .last) {
    self.column = column
    self.comparison = comparison
  }

  mutating func add(
    _ bytes: UnsafeBufferPointer<UInt8>, _ fieldClass: FieldClass, line: Int
  ) {
    guard mistake == nil, !isUnknown else { return }
    guard fieldClass != .empty, fieldClass != .nullWord else {
      return note(bytes, line: line)
    }
    switch comparison {
    case .last:
      if case .integer(let number)? = NumberText(bytes), number > last {
        last = number
      } else {
        isUnknown = true
      }
    case .all:
      guard hashes.count < Self.comparedCount else {
        isUnknown = true
        return
      }
      var hasher = Hasher()
      hasher.combine(bytes: UnsafeRawBufferPointer(bytes))
      if !hashes.insert(hasher.finalize()).inserted { note(bytes, line: line) }
    }
  }

  private mutating func note(_ bytes: UnsafeBufferPointer<UInt8>, line: Int) {
    mistake = .init(line: line, text: String(decoding: bytes, as: UTF8.self))
    hashes = []
  }

  /// Notes that a row does not have the column.
  mutating func lacksValue() { mistake = .init(line: 1, text: "") }

  /// Whether each value is compared with all others.
  var comparesAll: Bool { comparison == .all }

  /// Whether the values may differ although they do not increase.
  var needsComparison: Bool { comparison == .last && isUnknown && mistake == nil }
}
