internal import CStoreSQLite
internal import StoreEngine

/// The effect of a statement on a savepoint.
enum SavepointCommand: Equatable {
  case begin(String)
  case release(String)
  case rollBack(String)

  /// Creates a command from the arguments that SQLite passes to an authorizer. The name is stored
  /// in lower case, because SQLite ignores the case of ASCII letters, and of no others.
  init?(operation: UnsafePointer<CChar>, name: UnsafePointer<CChar>) {
    let name = asciiLowercased(String(cString: name))
    switch String(cString: operation) {
    case "BEGIN": self = .begin(name)
    case "RELEASE": self = .release(name)
    case "ROLLBACK": self = .rollBack(name)
    default: return nil
    }
  }
}

/// Returns a name as SQLite compares it.
private func asciiLowercased(_ name: String) -> String {
  String(
    decoding: name.utf8.map { (0x41...0x5A).contains($0) ? $0 + 0x20 : $0 }, as: UTF8.self)
}
