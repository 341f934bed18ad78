import StoreSupport
import Testing

/// An element that is known to be gone.
private final class Element: Sendable {
  let number: Int

  init(_ number: Int) { self.number = number }
}

@Suite("The queue between a run and the one who reads its elements")
struct BoundedQueueTests {
  @Test("what is taken is not kept, though the queue is never empty")
  func takenElements() throws {
    let queue = BoundedQueue<Element>(lookahead: 10)
    var first: [() -> Element?] = []
    for number in 0..<1_000 {
      #expect(queue.waitForRoom())
      let element = Element(number)
      if number < 5 { first.append { [weak element] in element } }
      queue.enqueue(element)
      guard number >= 8 else { continue }
      #expect(try queue.dequeue()?.number == number - 8)
      if number >= 12 { #expect(first.allSatisfy { $0() == nil }) }
    }
  }

  @Test("elements come in order, nil among them")
  func order() throws {
    let queue = BoundedQueue<Int?>(lookahead: 3)
    let sent = (0..<100).map { $0 % 3 == 0 ? nil : $0 }
    var taken: [Int?] = []
    for (index, element) in sent.enumerated() {
      #expect(queue.waitForRoom())
      queue.enqueue(element)
      // One or two elements always wait.
      if index > 0 { taken.append(try #require(try queue.dequeue())) }
    }
    queue.finish(.success(()))
    while let element = try queue.dequeue() { taken.append(element) }
    #expect(taken == sent)
  }
}
