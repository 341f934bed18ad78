#if Postgres
import CPostgres

/// What a careful programmer writes on libpq: prepared statements, binary values.
final class Hand {
  private let handle: OpaquePointer
  private var prepared: Set<String> = []

  init(_ address: String) throws {
    guard let handle = PQconnectdb(address), PQstatus(handle) == CONNECTION_OK else {
      throw Failure(description: "no connection to \(address)")
    }
    self.handle = handle
  }

  deinit { PQfinish(handle) }

  func execute(_ sql: String) throws {
    let result = PQexec(handle, sql)
    defer { PQclear(result) }
    guard [PGRES_COMMAND_OK, PGRES_TUPLES_OK].contains(PQresultStatus(result)) else {
      throw failure()
    }
  }

  /// Runs a transaction of the same isolation as the library's.
  func transaction(_ body: () throws -> Void) throws {
    try execute("BEGIN ISOLATION LEVEL SERIALIZABLE")
    try body()
    try execute("COMMIT")
  }

  /// Runs a prepared statement with integers, and reads its rows.
  func read<Row>(
    _ sql: String, _ parameters: Int64..., row: (HandRow) -> Row
  ) throws -> [Row] {
    try run(sql, parameters) { result in
      (0..<PQntuples(result)).map { row(HandRow(result: result, row: $0)) }
    }
  }

  func run(_ sql: String, _ parameters: Int64...) throws {
    try run(sql, parameters) { _ in }
  }

  private func run<Result>(
    _ sql: String, _ parameters: [Int64], _ body: (OpaquePointer) -> Result
  ) throws -> Result {
    if prepared.insert(sql).inserted {
      let types = parameters.map { _ in Oid(20) }
      PQclear(PQprepare(handle, "hand\(prepared.count)", sql, Int32(types.count), types))
      names[sql] = "hand\(prepared.count)"
    }
    let big = parameters.map(\.bigEndian)
    return try big.withUnsafeBytes { bytes in
      let base = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
      let addresses = big.indices.map { index in base.map { UnsafePointer($0 + index * 8) } }
      let lengths = big.map { _ in Int32(8) }
      let formats = big.map { _ in Int32(1) }
      guard
        let result = PQexecPrepared(
          handle, names[sql], Int32(big.count), addresses, lengths, formats, 1)
      else { throw failure() }
      defer { PQclear(result) }
      guard [PGRES_COMMAND_OK, PGRES_TUPLES_OK].contains(PQresultStatus(result)) else {
        throw failure()
      }
      return body(result)
    }
  }

  private var names: [String: String] = [:]

  /// Copies rows in the text format into a table.
  func copy(_ sql: String, _ lines: String) throws {
    try execute(sql, expecting: PGRES_COPY_IN)
    var lines = lines
    try lines.withUTF8 { bytes in
      let start = UnsafeRawPointer(bytes.baseAddress!).assumingMemoryBound(to: CChar.self)
      guard PQputCopyData(handle, start, Int32(bytes.count)) == 1 else { throw failure() }
    }
    guard PQputCopyEnd(handle, nil) == 1 else { throw failure() }
    while let result = PQgetResult(handle) {
      defer { PQclear(result) }
      guard PQresultStatus(result) == PGRES_COMMAND_OK else { throw failure() }
    }
  }

  private func execute(_ sql: String, expecting status: ExecStatusType) throws {
    let result = PQexec(handle, sql)
    defer { PQclear(result) }
    guard PQresultStatus(result) == status else { throw failure() }
  }

  private func failure() -> Failure {
    Failure(description: String(cString: PQerrorMessage(handle)))
  }
}

/// A row of a result in binary format.
struct HandRow {
  let result: OpaquePointer
  let row: Int32

  func integer(_ column: Int32) -> Int64 {
    let bytes = UnsafeRawPointer(PQgetvalue(result, row, column)!)
    return Int64(bigEndian: bytes.loadUnaligned(as: Int64.self))
  }

  func text(_ column: Int32) -> String {
    let bytes = UnsafeRawBufferPointer(
      start: PQgetvalue(result, row, column), count: Int(PQgetlength(result, row, column)))
    return String(decoding: bytes, as: UTF8.self)
  }

  func optionalText(_ column: Int32) -> String? {
    PQgetisnull(result, row, column) == 1 ? nil : text(column)
  }
}

/// A person with the day as text, as a program by hand would keep it.
struct HandPerson {
  var id: Int64
  var name: String
  var surname: String
  var age: Int
  var email: String?
  var birthDate: String?

  init(_ row: HandRow) {
    id = row.integer(0)
    name = row.text(1)
    surname = row.text(2)
    age = Int(row.integer(3))
    email = row.optionalText(4)
    birthDate = row.optionalText(5)
  }
}

struct Failure: Error, CustomStringConvertible {
  let description: String
}
#endif
