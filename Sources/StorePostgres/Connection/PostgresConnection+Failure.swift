#if Postgres
internal import CStorePostgres
internal import StoreEngine

extension PostgresConnection {
  /// Returns the error of a result.
  func failure(_ result: OpaquePointer?, sql: String?) -> any Error {
    lastErrorIsOfData = false
    // An error without a state is one of libpq itself, such as the loss of the connection.
    guard let result, PQresultStatus(result) != PGRES_FATAL_ERROR || state(of: result) != nil else {
      return connectionFailure(sql: sql)
    }
    func field(_ code: Character) -> String? {
      PQresultErrorField(result, Int32(code.asciiValue ?? 0)).map { String(cString: $0) }
    }
    let state = field("C") ?? ""
    var message = field("M") ?? ""
    let lacksFunctions =
      ["3F000", "42883", "42P01"].contains(state) && message.contains("swift")
    if lacksFunctions {
      message +=
        ": create the functions of the library with pool.withWriter { "
        + "try $0.installFunctions() }"
    }
    let error = EngineError(state: state, message: message, sql: sql)
    // Class 22 is that of values, and `SW000` the state that the library's functions raise for what
    // memory must decide. It decides about the types of columns on the server, too: `op_error`
    // reports that no operator takes those of two columns, such as `integer[]` and `bigint[]`, and
    // 42803 that a converted column, such as a `varchar`, is not the key of a group.
    lastErrorIsOfData =
      state.hasPrefix("22") || state == "SW000" || state == "42803"
      || state == "42883" && field("R") == "op_error"
      || lacksFunctions && configuration.worksWithoutFunctions
    switch state {
    case "23505", "23503", "23502", "23514":
      return DatabaseError.constraint(
        ConstraintViolation(
          error, table: field("t"), column: field("c"), constraint: field("n"),
          detail: field("D")))
    case "57014": return DatabaseError.interrupted(sql: sql)
    case "40001", "40P01": return DatabaseError.conflict(error)
    case "55P03":
      return DatabaseError.busy(
        LockConflict(
          path: path, waited: configuration.busyTimeout / .seconds(1), sql: sql, holders: [],
          connectionsInFront: 0))
    case "25006": return DatabaseError.readOnly(path: path, error)
    case "53100": return DatabaseError.diskFull(path: path, error)
    case _ where state.hasPrefix("08") || state.hasPrefix("57P"):
      loss = DatabaseError.connectionLost(path: path, error)
      return DatabaseError.connectionLost(path: path, error)
    default: return DatabaseError.failed(error)
    }
  }

  private func state(of result: OpaquePointer) -> String? {
    PQresultErrorField(result, Int32(UInt8(ascii: "C"))).map { String(cString: $0) }
  }

  /// The last message about the connection itself, in one line.
  var connectionMessage: String {
    String(cString: PQerrorMessage(handle)).split(whereSeparator: { "\n\t".contains($0) })
      .joined(separator: "; ")
  }

  /// Returns the error of the connection itself.
  func connectionFailure(sql: String?) -> any Error {
    let message = connectionMessage
    if PQstatus(handle) != CONNECTION_OK {
      let error = DatabaseError.connectionLost(
        path: path, EngineError(state: "08006", message: message, sql: sql))
      loss = error
      close()
      return error
    }
    return DatabaseError.failed(EngineError(state: "", message: message, sql: sql))
  }
}
#endif
