/// Where one field of the current record lies.
@usableFromInline
struct FieldSlot: Sendable {
  /// The offset of its first byte from the start of the record.
  @usableFromInline var start: Int
  /// Its length in bytes.
  @usableFromInline var count: Int
  @usableFromInline var kind: FieldKind
  @usableFromInline var isQuoted: Bool

  static let missing = FieldSlot(start: 0, count: 0, kind: .missing, isQuoted: false)
}

/// What a ``Record`` looks at: the bytes of the current record and where its fields lie in them.
///
/// There is one of these per reader, filled anew for each record, so that a record costs no
/// allocation.
@usableFromInline
final class RecordStorage {
  /// The part that is read per field. Behind a constant pointer, because a stored variable of a
  /// class costs an exclusivity check at each access.
  @usableFromInline
  struct Current {
    @usableFromInline var bytes: UnsafePointer<UInt8>
    @usableFromInline var slots: UnsafeMutablePointer<FieldSlot>
    @usableFromInline var fieldCount: Int
    /// Distinguishes the record from its predecessors; see ``Record``.
    @usableFromInline var serial: Int
  }

  /// SQLite's own limit for the columns of a table; more is a mistaken delimiter or format.
  static let maximumColumns = 32_767

  @usableFromInline let current: UnsafeMutablePointer<Current>
  /// Keeps the bytes alive for records that outlive their reader.
  let input: InputBuffer
  var columns: [String] = []

  private var slotCapacity = 16

  init(_ input: InputBuffer) {
    self.input = input
    current = .allocate(capacity: 1)
    current.initialize(
      to: Current(
        bytes: UnsafePointer(input.bytes), slots: .allocate(capacity: slotCapacity),
        fieldCount: 0, serial: 0))
  }

  deinit {
    current.pointee.slots.deallocate()
    current.deallocate()
  }

  /// Begins a record without fields.
  func clear() {
    current.pointee.serial += 1
    current.pointee.fieldCount = 0
  }

  /// Adds a field.
  @inline(__always)
  func append(_ slot: FieldSlot) {
    let index = current.pointee.fieldCount
    if index == slotCapacity { growSlots() }
    current.pointee.slots[index] = slot
    current.pointee.fieldCount = index + 1
  }

  /// Replaces a field.
  func set(_ index: Int, _ slot: FieldSlot) {
    current.pointee.slots[index] = slot
  }

  private func growSlots() {
    let larger = UnsafeMutablePointer<FieldSlot>.allocate(capacity: slotCapacity * 2)
    larger.update(from: current.pointee.slots, count: slotCapacity)
    current.pointee.slots.deallocate()
    current.pointee.slots = larger
    slotCapacity *= 2
  }

  /// The bytes of a field; valid until the reader goes on.
  func bytes(of index: Int) -> UnsafeBufferPointer<UInt8> {
    let slot = current.pointee.slots[index]
    return UnsafeBufferPointer(start: current.pointee.bytes + slot.start, count: slot.count)
  }

  /// The view of the record that was just filled in.
  func record(line: Int) -> Record {
    Record(storage: self, line: line, serial: current.pointee.serial)
  }

  /// A rejection of the current record for the field at `index`.
  func rejection(_ index: Int, line: Int, reason: Rejection.Reason) -> Rejection {
    Rejection(
      line: line, columnNumber: index + 1,
      columnName: index < columns.count ? columns[index] : nil,
      value: index < current.pointee.fieldCount ? Rejection.shown(bytes(of: index)) : nil,
      reason: reason)
  }
}
