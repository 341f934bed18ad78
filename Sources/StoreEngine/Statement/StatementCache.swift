/// The cache of a connection's prepared statements, by their SQL text.
///
/// A statement is removed from its slot while it is in use, so two simultaneous uses of a text get
/// two statements. When there are too many slots, the least recently used one is removed.
package final class StatementCache {
  package static let capacity = 256
  // One thread at a time uses a connection, and no access of these variables encloses another one.
  // The checks would be a twentieth of the instructions of a statement that reads one row.
  @exclusivity(unchecked) private var slots: [StatementText: Slot] = [:]
  @exclusivity(unchecked) private var uses = 0

  /// The idle statements of one SQL text. A borrowed statement refers to its slot, so returning it
  /// requires no lookup.
  package final class Slot {
    fileprivate let sql: StatementText
    @exclusivity(unchecked) fileprivate var idle: [Statement] = []
    @exclusivity(unchecked) fileprivate var lastUse = 0
    @exclusivity(unchecked) fileprivate var isKept = false

    fileprivate init(_ sql: StatementText) { self.sql = sql }

    /// Removes and returns an idle statement, if there is one. The caller owns it until it is
    /// returned.
    func take() -> Statement? { idle.popLast() }
  }

  /// The number of texts that have statements.
  package var count: Int { slots.count }

  /// Returns the slot of a text. It is added to the cache when a statement is returned to it, so
  /// that texts that cannot be prepared take no space.
  func slot(_ sql: StatementText) -> Slot { slots[sql] ?? Slot(sql) }

  /// Adds a statement, which has been reset, to its slot.
  func give(_ statement: Statement, to slot: Slot) {
    uses += 1
    slot.lastUse = uses
    // Few texts are used recursively, and hardly ever more deeply than this.
    if slot.idle.count < 4 { slot.idle.append(statement) }
    if !slot.isKept { keep(slot) }
  }

  private func keep(_ slot: Slot) {
    // A statement of the same text may have been returned to another slot first.
    guard slots[slot.sql] == nil else { return }
    slot.isKept = true
    slots[slot.sql] = slot
    guard slots.count > Self.capacity else { return }
    if let oldest = slots.values.min(by: { $0.lastUse < $1.lastUse }) {
      oldest.isKept = false
      slots[oldest.sql] = nil
    }
  }

  /// Finalizes all cached statements.
  package func removeAll() { slots.removeAll() }
}
