import LinqSQL
import StoreSQLite
import Testing

@Suite("numbers as columns") struct NumberColumnTests {
  /// The limits of a type come back; what lies one beyond them is refused on reading.
  private func expectLimits<Number: FixedWidthInteger & ColumnValue>(
    _: Number.Type, at location: SourceLocation = #_sourceLocation
  ) throws {
    for number in [Number.min, 0, 1, Number.max] {
      try expectStored(number, as: .integer(Int64(number)), at: location)
    }
    for beyond in [Int64(Number.min) - 1, Int64(Number.max) + 1] {
      try expectRefused(
        Number.self, "\(beyond)", expected: "\(Number.self)", found: "\(beyond)", at: location)
    }
    try expectNull(Number.self, at: location)
  }

  @Test func smallIntegers() throws {
    try expectLimits(Int8.self)
    try expectLimits(Int16.self)
    try expectLimits(Int32.self)
    try expectLimits(UInt8.self)
    try expectLimits(UInt16.self)
    try expectLimits(UInt32.self)
  }

  @Test func integersWith64Bits() throws {
    for number in [Int.min, -1, 0, 1, Int.max] {
      try expectStored(number, as: .integer(Int64(number)))
      try expectStored(Int64(number), as: .integer(Int64(number)))
    }
    try expectNull(Int.self)
    try expectNull(Int64.self)
  }

  @Test func unsignedIntegersUpToTheLimitOfAColumn() throws {
    let limit = UInt64(Int64.max)
    for number in [0, 1, limit - 1, limit] {
      try expectStored(number, as: .integer(Int64(number)))
      try expectStored(UInt(number), as: .integer(Int64(number)))
    }
    try expectRefused(UInt64.self, "-1", expected: "UInt64", found: "-1")
    try expectRefused(UInt.self, "-1", expected: "UInt", found: "-1")
    try expectNull(UInt64.self)
    try expectNull(UInt.self)
  }

  @Test(arguments: [UInt64(Int64.max) + 1, .max])
  func unsignedIntegersBeyondTheLimit(number: UInt64) throws {
    let reason = "must fit an INTEGER column, which this UInt64 does not"
    let expected = RowError.invalid(
      table: "cell",
      RowValidationError([.init(field: "value", value: "\(number)", reason: reason)]))
    let cells = try Cells(UInt64.self)
    #expect(throws: expected) { try cells.rows.insert(Cell(value: number)) }
    #expect(throws: expected) { try cells.rows.save(Cell(id: 4, value: number)) }
    #expect(try cells.rows.count() == 0)
    try cells.rows.insert(Cell(value: 5))
    #expect(throws: expected) { try cells.rows.update(Cell(id: 1, value: number)) }
    #expect(try cells.rows.all().map(\.value) == [5])
  }

  @Test func otherTypesThanIntegers() throws {
    try expectRefused(Int.self, "1.0", expected: "INTEGER", found: "REAL")
    try expectRefused(Int.self, "'1'", expected: "INTEGER", found: "TEXT")
    try expectRefused(UInt8.self, "x'01'", expected: "INTEGER", found: "BLOB")
  }

  @Test("S17 Bool is 0 or 1") func booleans() throws {
    try expectStored(false, as: 0)
    try expectStored(true, as: 1)
    try expectNull(Bool.self)
    try expectRefused(Bool.self, "2", expected: "0 or 1", found: "2")
    try expectRefused(Bool.self, "-1", expected: "0 or 1", found: "-1")
    try expectRefused(Bool.self, "1.0", expected: "INTEGER", found: "REAL")
    try expectRefused(Bool.self, "'true'", expected: "INTEGER", found: "TEXT")
  }

  @Test func floatingPointNumbers() throws {
    for number in [
      0, 0.1, -1.5, 1e300, .greatestFiniteMagnitude, .leastNonzeroMagnitude, 9_007_199_254_740_992,
      .infinity, -.infinity,
    ] {
      try expectStored(number, as: .real(number))
    }
    try expectNull(Double.self)
    try expectRefused(Double.self, "1", expected: "REAL", found: "INTEGER")
    try expectRefused(Double.self, "'1.5'", expected: "REAL", found: "TEXT")
  }

  @Test("S15 -0.0 is 0.0") func negativeZero() throws {
    let result = try Cells(Double.self).store(-0.0)
    #expect(result.returned == 0)
    #expect(result.read == 0)
  }

  @Test("S14 NaN is refused and names the column") func notANumber() throws {
    let cells = try Cells(Double.self)
    try cells.rows.insert(Cell(value: 1))
    let expected = DatabaseError.notANumber(column: "cell.value", parameter: 0)
    #expect(throws: expected) { try cells.rows.insert(Cell(value: .nan)) }
    #expect(throws: expected) { try cells.rows.save(Cell(id: 1, value: .signalingNaN)) }
    #expect(throws: expected) { try cells.rows.update(Cell(id: 1, value: -.nan)) }
    #expect(throws: expected) { try cells.rows.insert([Cell(value: 2), Cell(value: .nan)]) }
    #expect("\(expected)" == "NaN cannot be stored (column cell.value)")
    #expect(try cells.rows.all().map(\.value) == [1])
    let optionals = try Cells(Double?.self)
    #expect(throws: expected) { try optionals.rows.insert(Cell(value: .nan)) }
    #expect(try optionals.rows.count() == 0)
  }
}
