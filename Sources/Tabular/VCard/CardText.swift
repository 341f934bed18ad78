/// The values of a card, one after the other, where they stay until the next card.
final class CardText {
  private(set) var bytes: UnsafeMutablePointer<UInt8>
  private(set) var count = 0
  private var capacity = 4096

  init() { bytes = .allocate(capacity: capacity) }

  deinit { bytes.deallocate() }

  func removeAll() { count = 0 }

  func append(_ byte: UInt8) {
    reserve(1)
    bytes[count] = byte
    count += 1
  }

  func append(_ text: some Collection<UInt8>) {
    reserve(text.count)
    _ = UnsafeMutableBufferPointer(start: bytes + count, count: text.count)
      .update(fromContentsOf: text)
    count += text.count
  }

  private func reserve(_ more: Int) {
    guard count + more > capacity else { return }
    capacity = max(2 * capacity, count + more)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.update(from: bytes, count: count)
    bytes.deallocate()
    bytes = larger
  }
}
