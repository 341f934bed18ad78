internal import CStoreSQLite

/// What a statement does to a savepoint.
enum SavepointCommand: Equatable {
  case begin(String)
  case release(String)
  case rollBack(String)

  /// From what SQLite tells an authorizer; the name in lower case, as SQLite compares it.
  init?(operation: UnsafePointer<CChar>, name: UnsafePointer<CChar>) {
    let name = String(cString: name).lowercased()
    switch String(cString: operation) {
    case "BEGIN": self = .begin(name)
    case "RELEASE": self = .release(name)
    case "ROLLBACK": self = .rollBack(name)
    default: return nil
    }
  }
}
