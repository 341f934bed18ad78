/// One record of a table: a window on the reader's buffer that allocates nothing.
///
/// Fields are addressed by the index of their column in the reader's ``RecordReader/columns``.
/// A record is good until the reader's next `next()`; using it later is a programming error that
/// stops the program (what is to be kept is taken out as `String`).
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

  /// The number of columns: in CSV always that of the header, in JSON the number of different keys
  /// met so far, which can grow from record to record.
  @inlinable
  public var fieldCount: Int { storage.current.pointee.fieldCount }

  @inlinable
  func slot(_ index: Int) -> FieldSlot {
    let current = storage.current
    precondition(current.pointee.serial == serial, "The reader has gone on to another record.")
    precondition(index >= 0 && index < current.pointee.fieldCount, "No such field.")
    return current.pointee.slots[index]
  }

  /// What the field holds.
  @inlinable
  public func kind(_ index: Int) -> FieldKind { slot(index).kind }

  /// Whether the field stands in quotes: tells CSV's empty text `""` from an absent value.
  @inlinable
  public func isQuoted(_ index: Int) -> Bool { slot(index).isQuoted }

  /// Calls `body` with the field's text: valid UTF-8, without quotes and escapes.
  ///
  /// Empty for ``FieldKind/null`` and ``FieldKind/missing``. The pointer must not leave `body`.
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

  /// The field's text as a string of its own; empty for null and missing.
  @inlinable
  public func string(_ index: Int) -> String {
    withUTF8(index) { String(decoding: $0, as: UTF8.self) }
  }

  /// A rejection of this record because of what the caller found in a field.
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
