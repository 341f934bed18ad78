internal import CStoreSQLite
internal import StoreEngine

/// The effect of a statement on a savepoint.
enum SavepointCommand: Equatable {
  case begin(String)
  case release(String)
  case rollBack(String)

  /// Creates a command from the arguments that SQLite passes to an authorizer. The name is stored
  /// in lower case, because SQLite ignores its case.
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
