/// Parses JSON objects into the fields of records.
///
/// A key becomes a column at its first occurrence, and keeps that index.
struct JSONObjectParser {
  let storage: RecordStorage
  private let flattensNested: Bool
  private var columnIndexes: [String: Int] = [:]
  /// The column after that of the last key: the objects of a file usually have their keys in the
  /// same order.
  private var likelyColumn = 0
  /// The fields of the current record whose text still contains escapes.
  private var escapedFields: [Int] = []
  /// The names of the nested arrays and objects of the current record whose parts are columns.
  var nestedNames: Set<String> = []
  /// The first problem of the current record other than its syntax.
  var finding: JSONFailure?

  /// - Parameter flattensNested: whether the parts of nested arrays and objects are columns.
  init(_ storage: RecordStorage, flattensNested: Bool) {
    self.storage = storage
    self.flattensNested = flattensNested
  }

  /// Fills the storage from bytes that must be exactly one object, apart from blanks.
  ///
  /// The bytes change only if there is no failure, because a failure refers to the original ones. A
  /// syntax error takes precedence over any other failure, wherever it is.
  mutating func parse(
    _ bytes: UnsafeMutablePointer<UInt8>, count: Int
  ) throws(JSONFailure) {
    storage.clear()
    storage.current.pointee.bytes = UnsafePointer(bytes)
    for _ in storage.columns { storage.append(.missing) }
    escapedFields.removeAll(keepingCapacity: true)
    likelyColumn = 0
    finding = nil

    var cursor = JSONCursor(bytes, count: count)
    cursor.skipBlanks()
    let start = cursor.index
    if cursor.byte == Byte.openBrace, flattensNested {
      nestedNames.removeAll(keepingCapacity: true)
      try flattenMembers(&cursor, of: nil, isPlain: isASCII(bytes, count), depth: 1)
    } else if cursor.byte == Byte.openBrace {
      try parseMembers(&cursor, isPlain: isASCII(bytes, count))
    } else {
      _ = try cursor.skipValue()
      finding = JSONFailure(reason: .notAnObject, start: start, count: count - start)
    }
    cursor.skipBlanks()
    guard cursor.byte == nil else { throw cursor.expected("nothing more") }
    if let finding { throw finding }
    try unescapeFields(bytes)
  }

  private mutating func parseMembers(
    _ cursor: inout JSONCursor, isPlain: Bool
  ) throws(JSONFailure) {
    try cursor.expect(Byte.openBrace)
    cursor.skipBlanks()
    if cursor.take(Byte.closeBrace) { return }
    repeat {
      let key = try cursor.key()
      let (slot, hasEscapes) = try Self.value(&cursor)
      do throws(JSONFailure) {
        let column = try column(of: key, in: cursor.bytes, isPlain: isPlain)
        try assign(
          slot, hasEscapes: hasEscapes, to: column, in: cursor.bytes, isPlain: isPlain)
      } catch {
        if finding == nil { finding = error }
      }
      cursor.skipBlanks()
    } while cursor.take(Byte.comma)
    try cursor.expect(Byte.closeBrace)
  }

  /// Advances past a value and returns its place, and whether it is a string with escapes.
  @inline(__always)
  static func value(
    _ cursor: inout JSONCursor
  ) throws(JSONFailure) -> (slot: FieldSlot, hasEscapes: Bool) {
    var slot = FieldSlot(start: cursor.index, count: 0, kind: .text, isQuoted: true)
    if cursor.byte == Byte.quote {
      let text = try cursor.string()
      (slot.start, slot.count) = (text.start, text.count)
      return (slot, text.hasEscapes)
    }
    slot.kind = try cursor.skipValue()
    slot.isQuoted = false
    slot.count = slot.kind == .null ? 0 : cursor.index - slot.start
    return (slot, false)
  }

  /// Returns the column of a key, and adds it if it is new.
  private mutating func column(
    of key: JSONCursor.StringRange, in bytes: UnsafePointer<UInt8>, isPlain: Bool
  ) throws(JSONFailure) -> Int {
    let text = UnsafeBufferPointer(start: bytes + key.start, count: key.count)
    if likelyColumn < storage.columns.count, !key.hasEscapes,
      storage.columns[likelyColumn].utf8.elementsEqual(text)
    {
      likelyColumn += 1
      return likelyColumn - 1
    }
    return try column(named: name(of: key, in: bytes, isPlain: isPlain), at: key)
  }

  /// Returns the text of a key.
  func name(
    of key: JSONCursor.StringRange, in bytes: UnsafePointer<UInt8>, isPlain: Bool
  ) throws(JSONFailure) -> String {
    guard isPlain || isValidUTF8(bytes + key.start, key.count) else {
      throw JSONFailure(reason: storage.input.invalidText, start: key.start, count: key.count)
    }
    let text = UnsafeBufferPointer(start: bytes + key.start, count: key.count)
    guard let name = unescaped(text) else {
      throw JSONFailure(reason: .unpairedSurrogate, start: key.start, count: key.count)
    }
    return name
  }

  /// Returns the column of a name, and adds it if it is new.
  mutating func column(
    named name: String, at key: JSONCursor.StringRange
  ) throws(JSONFailure) -> Int {
    let column = existingColumn(named: name) ?? storage.columns.count
    if column == storage.columns.count {
      // The reader throws an error when it sees so many columns.
      guard column <= RecordStorage.maximumColumns else {
        throw JSONFailure(
          reason: .invalidValue("too many columns"), start: key.start, count: key.count)
      }
      columnIndexes[name] = column
      storage.columns.append(name)
      storage.append(.missing)
    }
    likelyColumn = column + 1
    return column
  }

  /// Returns the column of a name; nil if there is none.
  func existingColumn(named name: String) -> Int? {
    if likelyColumn < storage.columns.count, storage.columns[likelyColumn] == name {
      return likelyColumn
    }
    return columnIndexes[name]
  }

  /// Returns a copy of a string's text with its escapes replaced; nil if a surrogate has no
  /// partner.
  private func unescaped(_ text: UnsafeBufferPointer<UInt8>) -> String? {
    var copy = Array(text)
    let count = copy.withUnsafeMutableBufferPointer { copy in
      // An empty array may have no base address, and has nothing to unescape.
      copy.baseAddress.map { unescapeJSON($0, copy.count) } ?? 0
    }
    return count.map { String(decoding: copy[..<$0], as: UTF8.self) }
  }

  /// Gives a field its value.
  mutating func assign(
    _ slot: FieldSlot, hasEscapes: Bool, to column: Int, in bytes: UnsafePointer<UInt8>,
    isPlain: Bool
  ) throws(JSONFailure) {
    func failure(_ reason: Rejection.Reason) -> JSONFailure {
      JSONFailure(reason: reason, column: column, start: slot.start, count: slot.count)
    }
    guard storage.current.pointee.slots[column].kind == .missing else {
      throw failure(.duplicateKey)
    }
    guard isPlain || isValidUTF8(bytes + slot.start, slot.count) else {
      throw failure(storage.input.invalidText)
    }
    storage.set(column, slot)
    if hasEscapes { escapedFields.append(column) }
  }

  private func unescapeFields(_ bytes: UnsafeMutablePointer<UInt8>) throws(JSONFailure) {
    for column in escapedFields {
      var slot = storage.current.pointee.slots[column]
      guard let count = unescapeJSON(bytes + slot.start, slot.count) else {
        // The text before the surrogate is unescaped already, which does not matter for a message.
        throw JSONFailure(
          reason: .unpairedSurrogate, column: column, start: slot.start, count: slot.count)
      }
      slot.count = count
      storage.set(column, slot)
    }
  }
}
