extension JSONObjectParser {
  /// Parses the members of an object, whose parts are columns: `address.city`.
  ///
  /// - Parameter name: the name of the object; nil for the record itself.
  mutating func flattenMembers(
    _ cursor: inout JSONCursor, of name: String?, isPlain: Bool, depth: Int
  ) throws(JSONFailure) {
    try cursor.enter(depth: depth)
    if cursor.take(Byte.closeBrace) { return }
    repeat {
      let key = try cursor.key()
      let part: String
      do throws(JSONFailure) {
        part = try self.name(of: key, in: cursor.bytes, isPlain: isPlain)
      } catch {
        note(error)
        _ = try cursor.skipValue(depth: depth)
        cursor.skipBlanks()
        continue
      }
      try flattenValue(
        &cursor, named: name.map { "\($0).\(part)" } ?? part, at: key, isPlain: isPlain,
        depth: depth)
      cursor.skipBlanks()
    } while cursor.take(Byte.comma)
    try cursor.expect(Byte.closeBrace)
  }

  /// Parses the elements of an array, whose parts are columns: `prizes.0.year`.
  private mutating func flattenElements(
    _ cursor: inout JSONCursor, of name: String, at key: JSONCursor.StringRange, isPlain: Bool,
    depth: Int
  ) throws(JSONFailure) {
    try cursor.enter(depth: depth)
    var position = 0
    repeat {
      cursor.skipBlanks()
      try flattenValue(
        &cursor, named: "\(name).\(position)", at: key, isPlain: isPlain, depth: depth)
      position += 1
      cursor.skipBlanks()
    } while cursor.take(Byte.comma)
    try cursor.expect(Byte.closeBracket)
  }

  private mutating func flattenValue(
    _ cursor: inout JSONCursor, named name: String, at key: JSONCursor.StringRange, isPlain: Bool,
    depth: Int
  ) throws(JSONFailure) {
    let start = cursor.index
    let isObject = cursor.byte == Byte.openBrace
    var slot: FieldSlot
    var hasEscapes = false
    if isObject || cursor.byte == Byte.openBracket {
      guard try cursor.takeEmpty(depth: depth + 1) else {
        noteNested(name, at: key)
        if isObject {
          try flattenMembers(&cursor, of: name, isPlain: isPlain, depth: depth + 1)
        } else {
          try flattenElements(&cursor, of: name, at: key, isPlain: isPlain, depth: depth + 1)
        }
        return
      }
      slot = FieldSlot(start: start, count: 0, kind: .null, isQuoted: false)
    } else {
      (slot, hasEscapes) = try Self.value(&cursor)
    }
    do throws(JSONFailure) {
      let column = try column(named: name, at: key)
      guard !nestedNames.contains(name) else {
        throw JSONFailure(
          reason: .duplicateKey, column: column, start: slot.start, count: slot.count)
      }
      try assign(slot, hasEscapes: hasEscapes, to: column, in: cursor.bytes, isPlain: isPlain)
    } catch {
      note(error)
    }
  }

  /// Keeps the name of an array or an object whose parts are columns, which must be the only value
  /// with this name.
  private mutating func noteNested(_ name: String, at key: JSONCursor.StringRange) {
    let column = existingColumn(named: name)
    let isValue = column.map { storage.current.pointee.slots[$0].kind != .missing } ?? false
    if !nestedNames.insert(name).inserted || isValue {
      note(
        JSONFailure(reason: .duplicateKey, column: column, start: key.start, count: key.count))
    }
  }

  private mutating func note(_ failure: JSONFailure) {
    if finding == nil { finding = failure }
  }
}

extension JSONCursor {
  /// Advances past an array or an object if it is empty, and returns whether it is.
  fileprivate mutating func takeEmpty(depth: Int) throws(JSONFailure) -> Bool {
    var ahead = self
    let close = byte == Byte.openBrace ? Byte.closeBrace : Byte.closeBracket
    try ahead.enter(depth: depth)
    guard ahead.take(close) else { return false }
    self = ahead
    return true
  }
}
