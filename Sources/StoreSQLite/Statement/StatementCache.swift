internal import Foundation

/// The prepared statements that a connection keeps, by the SQL text they were asked for with.
///
/// A statement leaves its slot while it is in use, so two uses of one text at a time get two
/// statements. The least recently used slot goes when there are too many.
final class StatementCache {
  static let capacity = 256
  private var slots: [SQLText: Slot] = [:]
  private var uses = 0

  /// The place of one SQL text. A statement that is borrowed knows its slot, so giving it back
  /// looks nothing up.
  final class Slot {
    fileprivate let sql: SQLText
    fileprivate var idle: [Statement] = []
    fileprivate var lastUse = 0
    fileprivate var isKept = false

    fileprivate init(_ sql: SQLText) { self.sql = sql }

    /// A statement that is not in use, which is the caller's until it is given back.
    func take() -> Statement? { idle.popLast() }
  }

  /// The number of texts that have statements.
  var count: Int { slots.count }

  /// The slot of a text. It is kept once a statement has been given back to it: a text that cannot
  /// be prepared takes no room.
  func slot(_ sql: String) -> Slot {
    let key = SQLText(sql)
    return slots[key] ?? Slot(key)
  }

  /// Keeps a statement, which has been reset.
  func give(_ statement: Statement, to slot: Slot) {
    uses += 1
    slot.lastUse = uses
    // Few texts are used inside themselves, and hardly deeper than this.
    if slot.idle.count < 4 { slot.idle.append(statement) }
    if !slot.isKept { keep(slot) }
  }

  private func keep(_ slot: Slot) {
    // Another use of the same text may have been given back first.
    guard slots[slot.sql] == nil else { return }
    slot.isKept = true
    slots[slot.sql] = slot
    guard slots.count > Self.capacity else { return }
    if let oldest = slots.values.min(by: { $0.lastUse < $1.lastUse }) {
      oldest.isKept = false
      slots[oldest.sql] = nil
    }
  }

  /// Finalises all statements that are kept.
  func removeAll() { slots.removeAll() }
}

/// SQL compared byte by byte. As strings two texts are equal, too, whose literals hold the same
/// letter composed and decomposed: for SQLite these are two values.
private struct SQLText: Hashable {
  private let text: String

  init(_ text: String) {
    var text = text
    text.makeContiguousUTF8()
    self.text = text
  }

  private func withBytes<Result>(_ body: (UnsafeRawBufferPointer) -> Result) -> Result? {
    text.utf8.withContiguousStorageIfAvailable { body(UnsafeRawBufferPointer($0)) }
  }

  func hash(into hasher: inout Hasher) {
    _ = withBytes { hasher.combine(bytes: $0) }
  }

  static func == (one: SQLText, other: SQLText) -> Bool {
    one.withBytes { first in
      other.withBytes { second in
        guard first.count == second.count else { return false }
        guard let one = first.baseAddress, let other = second.baseAddress else { return true }
        return memcmp(one, other, first.count) == 0
      }
    } == true
  }
}
