import Multicast
import Testing

@Suite("Multicast delegates")
struct MulticastTests {
  private protocol Observer: AnyObject {
    func heard(_ message: String)
    func answer() throws -> Int
  }

  private protocol Counting: AnyObject {
    func counted(_ number: Int)
  }

  /// What was heard, in the order of the calls.
  private final class Log { var entries: [String] = [] }

  private class Listener: Observer {
    let name: String
    let log: Log
    var number = 0
    var whenHeard: () -> Void = {}

    init(_ name: String, _ log: Log) {
      self.name = name
      self.log = log
    }

    func heard(_ message: String) {
      log.entries.append("\(name): \(message)")
      whenHeard()
    }

    func answer() throws -> Int {
      if number < 0 { throw Refusal(name: name) }
      return number
    }
  }

  private final class Counter: Listener, Counting {
    func counted(_ number: Int) { log.entries.append("\(name): \(number)") }
  }

  private struct Refusal: Error, Equatable { let name: String }

  private let log = Log()
  private let delegates = MulticastDelegate<any Observer>()

  @Test(
    "U1 each message reaches all, in the order of registration; those of a protocol who have it")
  func order() throws {
    let (a, b) = (Listener("a", log), Counter("b", log))
    delegates.add(a)
    delegates.add(b)
    try delegates.send { $0.heard("x") }
    try delegates.send(to: (any Counting).self) { $0.counted(3) }
    #expect(log.entries == ["a: x", "b: x", "b: 3"])
  }

  @Test("U2 one added twice is called once, removed it is not called")
  func twice() throws {
    let (a, b) = (Listener("a", log), Listener("b", log))
    for delegate in [a, b, a] { delegates.add(delegate) }
    #expect(delegates.count == 2)
    try delegates.send { $0.heard("x") }
    delegates.remove(a)
    delegates.remove(a)
    try delegates.send { $0.heard("y") }
    #expect(log.entries == ["a: x", "b: x", "b: y"])
  }

  @Test("U3 held weakly, or strongly where that is asked for")
  func weakness() throws {
    var weak: Listener? = Listener("weak", log)
    var strong: Listener? = Listener("strong", log)
    if let weak, let strong {
      delegates.add(weak)
      delegates.add(strong)
      delegates.add(strong, strongly: true)
    }
    (weak, strong) = (nil, nil)
    #expect(delegates.count == 1)
    try delegates.send { $0.heard("x") }
    #expect(log.entries == ["strong: x"])
    delegates.removeAll()
    #expect(delegates.isEmpty)
  }

  @Test("U4 removed during a message: not called any more; added: from the next one on")
  func during() throws {
    let (a, b, c) = (Listener("a", log), Listener("b", log), Listener("c", log))
    delegates.add(a)
    delegates.add(b)
    a.whenHeard = { [delegates] in
      delegates.remove(b)
      delegates.add(c)
    }
    try delegates.send { $0.heard("x") }
    #expect(log.entries == ["a: x"])
    try delegates.send { $0.heard("y") }
    #expect(log.entries == ["a: x", "a: y", "c: y"])
  }

  @Test("U5 what becomes of answers")
  func answers() throws {
    #expect(try delegates.all { try $0.answer() }.isEmpty)
    #expect(try delegates.first { try $0.answer() } == nil)
    #expect(try delegates.last { try $0.answer() } == nil)
    #expect(try !delegates.any { _ in true } && delegates.every { _ in false })
    #expect(try delegates.fold(7) { sum, delegate in sum + (try delegate.answer()) } == 7)
    let listeners = [1, 2, 3].map { number in
      let listener = Listener("\(number)", log)
      listener.number = number
      return listener
    }
    for listener in listeners { delegates.add(listener) }
    #expect(try delegates.all { try $0.answer() } == [1, 2, 3])
    #expect(try delegates.first { try $0.answer() } == 1)
    #expect(try delegates.last { try $0.answer() } == 3)
    #expect(try delegates.any { try $0.answer() == 2 } && !delegates.any { try $0.answer() == 4 })
    #expect(try delegates.every { try $0.answer() > 0 } && !delegates.every { try $0.answer() > 1 })
    #expect(try delegates.fold("") { text, delegate in "\(text)\(try delegate.answer())" } == "123")
  }

  @Test("U6 one that throws does not keep the others from being called")
  func errors() throws {
    let (a, b, c) = (Listener("a", log), Listener("b", log), Listener("c", log))
    (a.number, b.number, c.number) = (-1, 2, -1)
    for listener in [a, b, c] { delegates.add(listener) }
    let error = #expect(throws: MulticastError.self) {
      try delegates.send {
        $0.heard("x")
        _ = try $0.answer()
      }
    }
    #expect(error?.errors as? [Refusal] == [Refusal(name: "a"), Refusal(name: "c")])
    #expect(log.entries == ["a: x", "b: x", "c: x"])
  }

  @Test("U8 it can say whether anyone handles a message")
  func responding() {
    let (a, b) = (Listener("a", log), Counter("b", log))
    delegates.add(a)
    #expect(!delegates.responds(to: (any Counting).self))
    delegates.add(b)
    #expect(delegates.responds(to: (any Counting).self))
    delegates.remove(b)
    #expect(!delegates.responds(to: (any Counting).self))
  }

  @Test("a delegate that is deallocated when it is removed may use the group")
  func releasedByTheGroup() {
    final class Leaving: Observer {
      let delegates: MulticastDelegate<any Observer>
      init(_ delegates: MulticastDelegate<any Observer>) { self.delegates = delegates }
      deinit { delegates.removeAll() }
      func heard(_ message: String) {}
      func answer() throws -> Int { 0 }
    }
    let delegates = MulticastDelegate<any Observer>()
    delegates.add(Leaving(delegates), strongly: true)
    delegates.removeAll()
    delegates.add(Leaving(delegates), strongly: true)
    try? delegates.send { delegates.remove($0) }
    #expect(delegates.isEmpty)
  }
}

@Suite("Multicast delegates on several threads")
struct MulticastConcurrencyTests {
  private protocol Sink: AnyObject, Sendable {
    func add(_ number: Int)
  }

  private final class Total: Sink, @unchecked Sendable {
    // All access is with `lock` held.
    private let lock = Lock()
    private var total = 0

    func add(_ number: Int) { lock.with { total += number } }
    var value: Int { lock.with { total } }
  }

  @Test("U7 adding, removing and sending at once")
  func threads() async throws {
    let delegates = MulticastDelegate<any Sink>()
    let steady = Total()
    delegates.add(steady)
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask {
          for _ in 0..<500 {
            let passing = Total()
            delegates.add(passing)
            try delegates.send { $0.add(1) }
            delegates.remove(passing)
          }
        }
      }
      try await group.waitForAll()
    }
    #expect(steady.value == 2_000 && delegates.count == 1)
  }
}
