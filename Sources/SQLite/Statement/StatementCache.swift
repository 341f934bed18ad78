/// The prepared statements that a connection keeps, by the SQL text they were asked for with.
///
/// A statement leaves the cache while it is in use, so two uses of one text at a time get two
/// statements. The least recently used one goes when there are too many.
final class StatementCache {
  static let capacity = 256
  private var kept: [String: (statement: Statement, lastUse: Int)] = [:]
  private var uses = 0

  /// The number of statements that are kept.
  var count: Int { kept.count }

  /// The kept statement of a text, which is the caller's until ``give(_:)``.
  func take(_ sql: String) -> Statement? {
    guard let index = kept.index(forKey: sql) else { return nil }
    return kept.remove(at: index).value.statement
  }

  /// Keeps a statement, which has been reset.
  func give(_ statement: Statement) {
    uses += 1
    kept[statement.cacheKey] = (statement, uses)
    guard kept.count > Self.capacity else { return }
    if let oldest = kept.min(by: { $0.value.lastUse < $1.value.lastUse }) {
      kept.removeValue(forKey: oldest.key)
    }
  }

  /// Finalises all statements that are kept.
  func removeAll() { kept.removeAll() }
}
