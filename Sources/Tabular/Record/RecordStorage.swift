/// The location of one field in the current record.
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

/// The storage of a ``Record``: the bytes of the current record, and the locations of its fields.
///
/// Each reader has one, which is reused for each record, so that a record needs no allocation.
@usableFromInline
final class RecordStorage {
  /// The part that is read for each field. It is reached by a constant pointer, because a stored
  /// variable of a class costs an exclusivity check at each access.
  @usableFromInline
  struct Current {
    @usableFromInline var bytes: UnsafePointer<UInt8>
    @usableFromInline var slots: UnsafeMutablePointer<FieldSlot>
    @usableFromInline var fieldCount: Int
    /// The serial number, which distinguishes the record from earlier ones; see ``Record``.
    @usableFromInline var serial: Int
  }

  /// SQLite's own limit for the columns of a table. A higher number indicates a wrong delimiter or
  /// format.
  static let maximumColumns = 32_767

  @usableFromInline let current: UnsafeMutablePointer<Current>
  /// The input, retained for records that outlive their reader.
  let input: InputBuffer
  /// What owns the bytes of the current record where the input does not.
  var owner: AnyObject?
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

  /// Starts a record without fields.
  func clear() {
    current.pointee.serial += 1
    current.pointee.fieldCount = 0
  }

  /// Appends a field.
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

  /// Throws if there are too many columns.
  func checkColumnCount(line: Int) throws(TabularError) {
    guard columns.count <= Self.maximumColumns else {
      throw .tooManyColumns(path: input.source.name, line: line, limit: Self.maximumColumns)
    }
  }

  /// Returns the bytes of a field, which are valid until the next record is read.
  func bytes(of index: Int) -> UnsafeBufferPointer<UInt8> {
    let slot = current.pointee.slots[index]
    return UnsafeBufferPointer(start: current.pointee.bytes + slot.start, count: slot.count)
  }

  /// Returns the view of the current record.
  func record(line: Int) -> Record {
    Record(storage: self, line: line, serial: current.pointee.serial)
  }

  /// Returns a rejection of the current record for the field at `index`.
  func rejection(_ index: Int, line: Int, reason: Rejection.Reason) -> Rejection {
    Rejection(
      line: line, columnNumber: index + 1,
      columnName: index < columns.count ? columns[index] : nil,
      value: index < current.pointee.fieldCount ? Rejection.shown(bytes(of: index)) : nil,
      reason: reason)
  }
}
