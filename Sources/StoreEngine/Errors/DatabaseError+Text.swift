public import Foundation

extension DatabaseError: CustomStringConvertible {
  /// A description of the problem, and how to solve it, in one or two sentences.
  public var description: String {
    switch self {
    case .cannotOpen(let path, let reason): "cannot open \(path): \(reason)"
    case .notADatabase(let path):
      "\(path) is not a SQLite database (or it is encrypted); nothing was changed"
    case .readOnly(let path, let error):
      "\(path) cannot be written: \(error.message)"
    case .diskFull(let path, let error):
      "no space left to write \(path) (\(error.message)); the transaction was rolled back"
    case .inputOutput(let path, let error):
      "\(path) could not be read or written: \(error)"
    case .uncertain(let path, let error):
      "\(path) could not be written: \(error); whether the transaction is stored is uncertain "
        + "until the next one is"
    case .corrupt(let path, let error):
      "\(path) is damaged: \(error.message). Run an integrity check and restore a backup"
    case .busy(let conflict): conflict.description
    case .constraint(let violation): violation.description
    case .decoding(let failure): failure.description
    case .notANumber(let column, let parameter):
      "NaN cannot be stored (\(column.map { "column \($0)" } ?? "parameter \(parameter + 1)"))"
    case .interrupted(let sql): "interrupted" + (sql.map { ": \($0)" } ?? "")
    case .replaced(let path):
      "\(path) was moved, replaced or overwritten while it was open; nothing is read or written "
        + "until it is opened again"
    case .tooSlow(let limit): "a run of the live query took longer than \(limit / .seconds(1)) s"
    case .nestedAccess:
      "a read or write was begun inside another one on the same thread and would wait for itself; "
        + "use the connection that the outer one was given"
    case .noConnection(let path, let count):
      "no connection to \(path) became free: \(count) in use, perhaps by streams whose loops wait "
        + "for one more; raise readerCount"
    case .closed(let path): "\(path) has been closed"
    case .wrongParameterCount(let expected, let given, let sql):
      "\(expected) values expected, \(given) given: \(sql)"
    case .noStatement(let sql): "no statement in: \(sql)"
    case .moreThanOneStatement(let sql): "one statement expected, more found: \(sql)"
    case .transactionEnded(let path):
      "the transaction ended too early (\(path)), by its own SQL or by an error that was caught; "
        + "leave BEGIN, COMMIT and ROLLBACK to the library, and let errors end it. A query of a "
        + "transaction runs inside of it, on its thread"
    case .transactionLeftOpen(let path):
      "a transaction on \(path) was begun and not ended; it was rolled back. Use transaction { }"
    case .statementNotLent(let sql):
      "a statement was used outside the block that borrowed it: \(sql)"
    case .cannotConnect(let address, let reason): "cannot connect to \(address): \(reason)"
    case .connectionLost(let path, let error):
      "the connection to \(path) was lost: \(error.message)"
    case .conflict(let error):
      "another transaction used the same rows at the same time; try again (\(error.message))"
    case .nulInText(let parameter):
      "PostgreSQL stores no text with a NUL (parameter \(parameter + 1))"
    case .unsupported(let what, let engine): "\(engine.rawValue) has no \(what)"
    case .failed(let error): error.description
    }
  }
}

extension OpenFailure: CustomStringConvertible {
  /// The reason as the end of a sentence.
  public var description: String {
    switch self {
    case .noSuchFile: "there is no such file"
    case .noSuchFolder(let folder): "the folder \(folder) does not exist"
    case .isFolder: "it is a folder"
    case .isNoFile: "it is no regular file"
    case .invalidPath: "a path must not be empty and have no NUL in it"
    case .permissionDenied: "permission denied"
    case .readOnlyFileSystem: "its file system is read-only"
    case .otherLog(let path):
      "it was replaced or overwritten while a program had it open, and \(path)-wal belongs to what "
        + "was there before. If it is what it should be, as a backup that was moved there, "
        + "end the programs that use it, and remove \(path)-wal, \(path)-shm and, if it is there, "
        + "\(path)-replaced; if nothing but its time was changed, remove \(path)-replaced only"
    case .encoding(let encoding): "its text encoding is \(encoding), not UTF-8"
    // The statement is one of the library's own.
    case .failed(let error): error.reason
    }
  }
}

extension DecodingFailure: CustomStringConvertible {
  /// The table, column and row, and what was expected and found.
  public var description: String {
    let place = table.map { "\($0).\(column)" } ?? column
    let row =
      switch row {
      case .key(let key): ", row with key \(key)"
      case .number(let number): ", row \(number) of the result"
      case .unknown: ""
      }
    return "\(place)\(row): expected \(expected), found \(found)"
  }
}

extension LockConflict: CustomStringConvertible {
  /// The file, the time waited, the holders of the lock, and the statement that waited.
  public var description: String {
    let seconds = (waited * 10).rounded() / 10
    var text = "\(path) is busy: waited \(seconds) s"
    if let sql { text += " to run \(sql)" }
    if holders.isEmpty {
      text += "; another connection holds its lock"
    } else {
      text += "; held by " + holders.map(\.description).joined(separator: ", ")
    }
    if connectionsInFront > 1 { text += "; \(connectionsInFront - 1) more in front" }
    return text
  }
}

extension LockConflict.Holder: CustomStringConvertible {
  /// The number and the name of the process, and its activity: `process 12 (personstore) writing`.
  public var description: String {
    "process \(process)" + (name.map { " (\($0))" } ?? "") + " \(activity)"
  }
}

extension DatabaseError: LocalizedError {
  /// The same text as `description`, for code that prints errors through Foundation.
  public var errorDescription: String? { description }
}
