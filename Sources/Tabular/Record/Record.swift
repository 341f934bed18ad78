/// One record of a table: a view into the reader's buffer, which needs no allocation.
///
/// Fields are accessed by the index of their column in the reader's ``RecordReader/columns``. A
/// record is valid until the reader's next `next()`. A later use is a programming error that stops
/// the program; convert a field to a `String` to keep it.
///
/// ```swift
/// // name,age
/// // Ada,36
/// record.fieldCount  // 2
/// record.line        // 2
/// record.string(0)   // "Ada"
/// record.withUTF8(1) { $0.count }  // 2
/// ```
public struct Record {
  @usableFromInline let storage: RecordStorage
  /// The 1-based physical line on which the record begins.
  public let line: Int
  @usableFromInline let serial: Int

  init(storage: RecordStorage, line: Int, serial: Int) {
    self.storage = storage
    self.line = line
    self.serial = serial
  }

  /// The number of columns. In CSV that is the number in the header. In JSON and in cards it is the
  /// number of different keys so far, which can grow from record to record.
  @inlinable
  public var fieldCount: Int { storage.current.pointee.fieldCount }

  @inlinable
  func slot(_ index: Int) -> FieldSlot {
    let current = storage.current
    precondition(current.pointee.serial == serial, "The reader has gone on to another record.")
    precondition(index >= 0 && index < current.pointee.fieldCount, "No such field.")
    return current.pointee.slots[index]
  }

  /// Returns the kind of value in a field.
  @inlinable
  public func kind(_ index: Int) -> FieldKind { slot(index).kind }

  /// Returns whether a field is quoted, which distinguishes the empty text `""` of CSV from a
  /// missing value.
  @inlinable
  public func isQuoted(_ index: Int) -> Bool { slot(index).isQuoted }

  /// Calls `body` with the field's text: valid UTF-8, without quotes and escapes.
  ///
  /// The text is empty for ``FieldKind/null`` and ``FieldKind/missing``. The pointer must not
  /// escape `body`.
  @inlinable
  public func withUTF8<Result, Failure: Error>(
    _ index: Int, _ body: (UnsafeBufferPointer<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let slot = slot(index)
    return try withExtendedLifetime(storage) { () throws(Failure) -> Result in
      try body(
        UnsafeBufferPointer(
          start: storage.current.pointee.bytes + slot.start, count: slot.count))
    }
  }

  /// Returns a copy of the field's text; empty for null and missing.
  @inlinable
  public func string(_ index: Int) -> String {
    withUTF8(index) { String(decoding: $0, as: UTF8.self) }
  }

  /// Returns a copy of a field that can be written again; numbers and nested values are text.
  public func field(_ index: Int) -> Field {
    switch kind(index) {
    case .missing, .null: .null
    case .boolean: .boolean(string(index) == "true")
    case .text, .number, .nested: .text(string(index))
    }
  }

  /// Returns a rejection of this record for a problem that the caller found in a field.
  ///
  /// ```swift
  /// guard let age = Int(record.string(1)) else {
  ///   return report(record.rejection(1, because: "not a whole number"))
  /// }
  /// ```
  public func rejection(_ index: Int, because finding: String) -> Rejection {
    _ = slot(index)
    return storage.rejection(index, line: line, reason: .invalidValue(finding))
  }
}
