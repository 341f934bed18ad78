import Foundation
import People
import StoreSQLite
import Testing

extension PersonStore {
  /// A store in memory.
  static func inMemory(
    _ configuration: DatabaseConfiguration = DatabaseConfiguration()
  ) throws -> PersonStore {
    try PersonStore(path: ":memory:", configuration: configuration)
  }

  /// Does with a store's file what another program might do, past all rules.
  func asAnotherProgram(_ sql: String) throws {
    try pool.withWriter { connection in
      try connection.execute("PRAGMA foreign_keys = OFF; PRAGMA ignore_check_constraints = ON")
      defer {
        try? connection.execute("PRAGMA foreign_keys = ON; PRAGMA ignore_check_constraints = OFF")
      }
      try connection.execute(sql)
    }
  }

  /// The first column of a query.
  func column(_ sql: String) throws -> [Value] {
    try pool.withReader { try $0.query(sql) { try $0.value(0) } }
  }
}

extension Person {
  /// A person whose only purpose is to be there.
  static func some(_ name: String = "Ada", email: String? = nil) -> Person {
    Person(name: name, surname: "Lovelace", age: 36, email: email)
  }
}

/// The bytes of a text, which tell its forms apart.
func bytes(_ text: String?) -> [UInt8]? { text.map { Array($0.utf8) } }
