internal import Foundation

/// The SQL text of a statement, which is compared byte by byte. As strings, two texts are also
/// equal if their literals contain the same letter in composed and in decomposed form, which are
/// two values for SQLite.
///
/// Texts that call other functions of the program under the same names are different, too.
///
/// Its hash value is computed once. Keep a text that runs often.
@usableFromInline package struct StatementText: Hashable, Sendable {
  /// The text.
  package let sql: String
  /// What to run instead where no index serves the statement.
  package var unindexed: Unindexed? { rest?.unindexed }
  /// The functions and the other statement, which few texts have. They are one reference, because a
  /// text is copied for each run.
  private let rest: Rest?
  private let hash: Int

  private final class Rest: Sendable {
    let functions: [ObjectIdentifier]
    let unindexed: Unindexed?

    init(_ functions: [ObjectIdentifier], _ unindexed: Unindexed?) {
      (self.functions, self.unindexed) = (functions, unindexed)
    }
  }

  /// A text of the same statement, with the same parameters, that reads tables once from the
  /// beginning to the end where the other one would read them again and again.
  package struct Unindexed: Sendable {
    package let sql: String
    /// The names that the tables have in the statement.
    package let tables: [String]

    package init(sql: String, tables: [String]) { (self.sql, self.tables) = (sql, tables) }
  }

  /// Creates the text of a statement.
  ///
  /// - Parameter functions: the identities of the functions of the program that it calls. A
  ///   connection that has cached its statement keeps them alive.
  package init(
    _ sql: String, functions: [ObjectIdentifier] = [], unindexed: Unindexed? = nil
  ) {
    rest = functions.isEmpty && unindexed == nil ? nil : Rest(functions, unindexed)
    var text = sql
    text.makeContiguousUTF8()
    self.sql = text
    var hasher = Hasher()
    Self.withBytes(of: text) { hasher.combine(bytes: $0) }
    hash = hasher.finalize()
  }

  private var functions: [ObjectIdentifier] { rest?.functions ?? [] }

  @usableFromInline package func hash(into hasher: inout Hasher) { hasher.combine(hash) }

  @usableFromInline package static func == (one: StatementText, other: StatementText) -> Bool {
    guard one.hash == other.hash, one.functions == other.functions else { return false }
    return withBytes(of: one.sql) { first in
      withBytes(of: other.sql) { second in
        guard first.count == second.count else { return false }
        guard let one = first.baseAddress, let other = second.baseAddress else { return true }
        return one == other || memcmp(one, other, first.count) == 0
      }
    } == true
  }

  @discardableResult
  private static func withBytes<Result>(
    of text: String, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result? {
    text.utf8.withContiguousStorageIfAvailable { body(UnsafeRawBufferPointer($0)) }
  }
}
