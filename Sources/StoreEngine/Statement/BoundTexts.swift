/// The texts and blobs bound to a statement, in memory that is reused for each row.
///
/// SQLite reads them in place (`SQLITE_STATIC`), so a row costs no allocation, while SQLite's own
/// copies would cost one each. A value stays at its address until ``removeAll()``, so call that
/// only when the statement no longer refers to the values.
package struct BoundTexts {
  /// The unused rest of the newest block.
  private var free: UnsafeMutableRawPointer?
  private var freeCount = 0

  private var blocks: [UnsafeMutableRawBufferPointer] = []

  package init() {}

  /// Copies bytes and returns their new address, which even an empty text has.
  package mutating func add(_ source: UnsafeRawBufferPointer) -> UnsafeMutableRawPointer {
    let address: UnsafeMutableRawPointer
    if let free, source.count < freeCount {
      address = free
    } else {
      address = addBlock(source.count + 1)
    }
    if let start = source.baseAddress { address.copyMemory(from: start, byteCount: source.count) }
    free = address + source.count
    freeCount -= source.count
    return address
  }

  private mutating func addBlock(_ count: Int) -> UnsafeMutableRawPointer {
    let size = max(256, count * 2, (blocks.last?.count ?? 0) * 2)
    let address = UnsafeMutableRawPointer.allocate(byteCount: size, alignment: 16)
    blocks.append(UnsafeMutableRawBufferPointer(start: address, count: size))
    freeCount = size
    return address
  }

  /// Removes all values. The largest block is kept for reuse, unless it is very large.
  package mutating func removeAll() {
    guard let last = blocks.last else { return }
    if blocks.count > 1 || last.count > 65_536 {
      let kept = last.count > 65_536 ? nil : last
      for block in blocks where block.baseAddress != kept?.baseAddress { block.deallocate() }
      blocks = kept.map { [$0] } ?? []
    }
    free = blocks.first?.baseAddress
    freeCount = blocks.first?.count ?? 0
  }

  package func deallocate() {
    for block in blocks { block.deallocate() }
  }
}
