extension Statement {
  /// Binds values to all parameters. The number of values must be the number of parameters.
  public final func bind(_ values: [Value]) throws {
    guard values.count == parameterCount else {
      throw DatabaseError.wrongParameterCount(
        expected: parameterCount, given: values.count, sql: sql)
    }
    for (index, value) in values.enumerated() { try bind(value, at: index) }
  }

  /// Binds a value.
  public final func bind(_ value: Value, at parameter: Int) throws {
    switch value {
    case .null: try bindNull(at: parameter)
    case .integer(let integer): try bind(integer, at: parameter)
    case .real(let real): try bind(real, at: parameter)
    case .text(let text): bind(text, at: parameter)
    case .blob(let bytes): bind(bytes, at: parameter)
    }
  }

  /// Binds an integer.
  @inlinable public final func bind(_ value: Int, at parameter: Int) throws {
    try bind(Int64(value), at: parameter)
  }

  /// Binds a text unchanged, including NUL. ``step()`` throws the error if binding fails.
  @inlinable public final func bind(_ value: String, at parameter: Int) {
    var value = value
    value.withUTF8 { bind(bytes: UnsafeRawBufferPointer($0), asText: true, at: parameter) }
  }

  /// Binds bytes as a blob. ``step()`` throws the error if binding fails.
  @inlinable public final func bind(_ value: [UInt8], at parameter: Int) {
    value.withUnsafeBytes { bind(bytes: $0, asText: false, at: parameter) }
  }
}
