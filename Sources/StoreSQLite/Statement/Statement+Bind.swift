public import CStoreSQLite

extension Statement {
  /// Binds values to all parameters. The number of values must be the number of parameters.
  public func bind(_ values: [Value]) throws {
    guard values.count == parameterCount else {
      throw DatabaseError.wrongParameterCount(
        expected: parameterCount, given: values.count, sql: sql)
    }
    for (index, value) in values.enumerated() { try bind(value, at: index) }
  }

  /// Binds a value.
  public func bind(_ value: Value, at parameter: Int) throws {
    switch value {
    case .null: try bindNull(at: parameter)
    case .integer(let integer): try bind(integer, at: parameter)
    case .real(let real): try bind(real, at: parameter)
    case .text(let text): bind(text, at: parameter)
    case .blob(let bytes): bind(bytes, at: parameter)
    }
  }

  /// Binds an integer.
  @inlinable public func bind(_ value: Int64, at parameter: Int) throws {
    try check(sqlite3_bind_int64(handle, Int32(truncatingIfNeeded: parameter &+ 1), value))
  }

  /// Binds an integer.
  @inlinable public func bind(_ value: Int, at parameter: Int) throws {
    try bind(Int64(value), at: parameter)
  }

  /// Binds a floating-point number. NaN is an error, because SQLite would store NULL.
  @inlinable public func bind(_ value: Double, at parameter: Int) throws {
    guard !value.isNaN else {
      throw DatabaseError.notANumber(column: nil, parameter: parameter)
    }
    try check(sqlite3_bind_double(handle, Int32(truncatingIfNeeded: parameter &+ 1), value))
  }

  /// Binds NULL.
  @inlinable public func bindNull(at parameter: Int) throws {
    try check(sqlite3_bind_null(handle, Int32(truncatingIfNeeded: parameter &+ 1)))
  }

  /// Binds a text unchanged, including NUL. ``step()`` throws the error if binding fails.
  @inlinable public func bind(_ value: String, at parameter: Int) {
    var value = value
    value.withUTF8 { bind(bytes: UnsafeRawBufferPointer($0), asText: true, at: parameter) }
  }

  /// Binds bytes as a blob. ``step()`` throws the error if binding fails.
  @inlinable public func bind(_ value: [UInt8], at parameter: Int) {
    value.withUnsafeBytes { bind(bytes: $0, asText: false, at: parameter) }
  }

  /// Binds bytes as a blob, or as text, which must be UTF-8. ``step()`` throws the error if binding
  /// fails.
  @inlinable public func bind(
    bytes: UnsafeRawBufferPointer, asText isText: Bool, at parameter: Int
  ) {
    let index = Int32(truncatingIfNeeded: parameter &+ 1)
    let address = texts.pointee.add(bytes)
    let count = UInt64(truncatingIfNeeded: bytes.count)
    let code =
      isText
      ? csqlite_bind_text_static(handle, index, address.assumingMemoryBound(to: CChar.self), count)
      : csqlite_bind_blob_static(handle, index, address, count)
    if code != SQLITE_OK { keepFailure(code) }
  }

  @inlinable func check(_ code: Int32) throws {
    if code != SQLITE_OK { throw failed(code) }
  }

  /// Keeps the error of a call that cannot throw for the next ``step()``.
  @usableFromInline func keepFailure(_ code: Int32) {
    failure = failed(code)
  }
}
