package import StoreEngine

/// An index of texts of a table, which the library keeps.
package protocol TextIndex: Sendable {
  /// The index in a file.
  var file: FileIndex { get }

  /// Returns whether a query would look through many rows that have changed.
  func isDue(on connection: Connection) throws -> Bool

  /// Moves some of the rows that have changed into the index, if they are many, and returns whether
  /// many are left.
  func updateIfDue(on connection: Connection) throws -> Bool

  /// Calls a closure with what is wrong with the index.
  func check(
    on connection: Connection, _ report: (_ key: Int64, _ message: String) -> Void
  ) throws

  /// Throws an error of the engine if it finds the index damaged. It writes nothing, but needs a
  /// connection that may.
  func checkContents(on connection: Connection) throws

  /// Makes the index anew, whatever it contains.
  func rebuild(on connection: Connection) throws
}

extension TextIndex {
  /// The name of the index.
  package var name: String { file.name }

  /// What messages call the index.
  package var title: String { file.title }

  /// Returns whether a table of a file belongs to the index.
  package func contains(table name: String) -> Bool { file.contains(table: name) }

  /// Moves some of the rows that have changed into the index, if they are many, and returns whether
  /// many are left.
  ///
  /// - Parameter failed: receives the error of a damaged index. It prevents nothing: queries do
  ///   without the index until it is repaired.
  package func maintain(
    on connection: Connection, failed: (_ message: String) -> Void = { _ in }
  ) throws -> Bool {
    do {
      return try updateIfDue(on: connection)
    } catch DatabaseError.conflict {
      // Others write the same rows.
      return true
    } catch DatabaseError.corrupt(_, let error) {
      failed("the \(title) is damaged: \(error.message)")
    } catch DatabaseError.failed(let error) {
      failed("the \(title) cannot be written: \(error.message)")
    }
    return false
  }
}

extension Table {
  /// The indexes of texts that the library keeps.
  package var textIndexes: [any TextIndex] {
    let indexes: [(any TextIndex)?] = [searchIndex, substringIndex]
    return indexes.compactMap(\.self)
  }
}
