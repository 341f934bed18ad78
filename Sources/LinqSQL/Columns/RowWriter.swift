public import StoreEngine

/// Writes values one at a time, to the parameters of a statement or to an array of values.
public struct RowWriter {
  @usableFromInline let statement: Statement?

  /// The values that were written, if there is no statement.
  @usableFromInline package var values: [Value] = []

  /// The index of the next parameter, counted from 0.
  @usableFromInline var parameter: Int

  /// Whether a written value differs from the given one: a text that was changed to its canonical
  /// form, JSON with such a text, zero with a sign, or a point in time that was rounded to the
  /// microsecond.
  @usableFromInline package var changesValue = false

  /// Creates a writer to the parameters of a statement.
  @inlinable package init(_ statement: Statement) {
    self.statement = statement
    parameter = 0
  }

  /// Creates a writer to ``values``.
  package init() {
    statement = nil
    parameter = 0
  }

  @inlinable mutating func next() -> Int {
    defer { parameter &+= 1 }
    return parameter
  }

  @usableFromInline mutating func append(_ value: Value) { values.append(value) }

  /// Writes NULL.
  @inlinable public mutating func writeNull() throws {
    let parameter = next()
    guard let statement else { return append(.null) }
    try statement.bindNull(at: parameter)
  }

  /// Writes an integer.
  @inlinable public mutating func write(_ value: Int64) throws {
    let parameter = next()
    guard let statement else { return append(.integer(value)) }
    try statement.bind(value, at: parameter)
  }

  /// Writes a floating-point number. Zero loses its sign, as SQLite stores none.
  ///
  /// - Throws: `DatabaseError.notANumber` for NaN, which SQLite would store as NULL.
  @inlinable public mutating func write(_ value: Double) throws {
    let parameter = next()
    var value = value
    if value == 0, value.sign == .minus {
      value = 0
      changesValue = true
    }
    guard let statement else {
      guard !value.isNaN else {
        throw DatabaseError.notANumber(column: nil, parameter: parameter)
      }
      return append(.real(value))
    }
    try statement.bind(value, at: parameter)
  }

  /// Writes a text in its canonical form.
  @inlinable public mutating func write(_ value: String) {
    var text = value
    let isCanonical = text.withUTF8 { bytes in
      guard CanonicalText.isKnownCanonical(bytes) else { return false }
      write(utf8: bytes)
      return true
    }
    guard !isCanonical else { return }
    var form = CanonicalText.form(of: text)
    form.withUTF8 { bytes in
      if !bytes.elementsEqual(value.utf8) { changesValue = true }
      write(utf8: bytes)
    }
  }

  /// Writes a text that is known to be in canonical form: ASCII, for example.
  @inlinable package mutating func write(utf8 bytes: UnsafeBufferPointer<UInt8>) {
    let parameter = next()
    guard let statement else { return append(.text(String(decoding: bytes, as: UTF8.self))) }
    statement.bind(bytes: UnsafeRawBufferPointer(bytes), asText: true, at: parameter)
  }

  /// Writes a blob.
  @inlinable public mutating func write(blob bytes: UnsafeRawBufferPointer) {
    let parameter = next()
    guard let statement else { return append(.blob([UInt8](bytes))) }
    statement.bind(bytes: bytes, asText: false, at: parameter)
  }

  /// Writes a value of any storage class without changing it.
  package mutating func write(_ value: Value) throws {
    let parameter = next()
    guard let statement else { return append(value) }
    try statement.bind(value, at: parameter)
  }
}
