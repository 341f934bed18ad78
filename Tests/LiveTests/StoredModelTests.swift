import Foundation
import Intentions
import People
import TestSupport
import Testing

@Suite("Containers of stored rows", .timeLimit(.minutes(hangLimit)))
struct StoredModelTests {
  private final class Label: @unchecked Sendable {
    private let lock = NSLock()
    private var shown = ""
    var text: String {
      get { lock.withLock { shown } }
      set { lock.withLock { shown = newValue } }
    }
  }

  private let folder = TemporaryFolder()
  private let store: PersonStore
  private let chris: Person

  init() async throws {
    store = try await PersonStore(path: folder.file(), logger: .silent)
    chris = try await store.people.insert(Person(name: "Chris", surname: "Eidhof", age: 40))
  }

  @Test("I6 an edit is saved, and a write from elsewhere shows")
  func bound() async throws {
    let stored = try await store.people.stored(chris.id)
    let observation = stored.container.observe { _ in events.post() }
    defer { withExtendedLifetime(observation) {} }
    UppercaseIntention(stored.container, \.name).perform()
    EditIntention(stored.container, \.age) { $0.map { $0 + 1 } }.perform()
    #expect(stored.container[\.name] == "CHRIS")
    try await stored.saved()
    var row = try #require(try await store.people.find(chris.id))
    #expect(row.name == "CHRIS" && row.age == 41)
    row.surname = "E."
    try await store.people.update(row)
    try await wait("another task's write") { stored.container[\.surname] == "E." }
    let other = try await PersonStore(path: folder.file(), logger: .silent)
    try await other.people.where { ($0.age ?? 0) > 0 }.update { $0.set(\.age, to: 7) }
    try await wait("another connection's write") { stored.container[\.age] == 7 }
    try await store.people.delete(chris.id)
    try await wait("a deletion") { stored.container.model == nil }
    UppercaseIntention(stored.container, \.surname).perform()
    try await stored.saved()
    #expect(try await store.people.find(chris.id) == nil)
    // A model for a row that is gone, or never was, is not stored.
    let missing = try await store.people.stored(4242)
    for (model, id) in [(stored, chris.id), (missing, 4242)] {
      model.container.model = Person(id: id, name: "New", surname: "")
      await #expect(throws: RowError.notFound(table: "person", key: RowKey(id))) {
        try await model.saved()
      }
      #expect(model.container.model == nil)
      #expect(try await store.people.count() == 0)
    }
    row.name = "Again"
    try await store.people.save(row)
    try await wait("it is there again") { stored.container.model == row }
  }

  @Test("I6 only what was edited is written: edits of other columns meet")
  func columns() async throws {
    let one = try await store.people.stored(chris.id)
    let two = try await store.people.stored(chris.id)
    let observations = [one, two].map { $0.container.observe { _ in events.post() } }
    defer { withExtendedLifetime(observations) {} }
    for _ in 0..<50 {
      EditIntention(one.container, \.age) { $0.map { $0 + 1 } }.perform()
      EditIntention(two.container, \.surname) { $0 + "." }.perform()
    }
    try await one.saved()
    try await two.saved()
    let row = try #require(try await store.people.find(chris.id))
    #expect(row.age == 90 && row.surname == "Eidhof" + String(repeating: ".", count: 50))
    try await wait("both show it") { one.container.model == row && two.container.model == row }
  }

  @Test("I6 what is refused is taken back, and said once")
  func refused() async throws {
    try await store.people.insert(Person(name: "a", surname: "b", age: 1, email: "a@example.org"))
    let stored = try await store.people.stored(chris.id)
    stored.container.update { $0.name = "" }
    await #expect(throws: RowError.self) { try await stored.saved() }
    #expect(stored.container.model == chris)
    stored.container.update { $0.email = "a@example.org" }
    await #expect(throws: RowError.self) { try await stored.saved() }
    #expect(stored.container.model == chris)
    stored.container.update { $0.id = 2 }
    await #expect(throws: RowError.self) { try await stored.saved() }
    #expect(stored.container.model == chris)
    stored.container.update { $0.age = 1 }
    try await stored.saved()
    #expect(stored.container[\.age] == 1)
  }

  @Test("I6 a container that is let go saves its last edits; one without a row is empty")
  func letGo() async throws {
    var stored: StoredModel<Person>? = try await store.people.stored(chris.id)
    stored?.container.update { $0.age = 3 }
    stored = nil
    for try await ages in store.people.where({ $0.id == chris.id }).select({ $0.age }).live()
    where ages == [3] { break }
    let nobody = try await store.people.stored(99)
    #expect(nobody.container.model == nil)
    try await nobody.saved()
  }

  @Test("I7 the application: Reverse and Uppercase, the label follows, the store holds the result")
  func application() async throws {
    let label = Label()
    let stored = try await store.people.stored(chris.id)
    let observe = ObserveIntention(stored.container, \.name, on: label, \.text)
    #expect(label.text == "Chris")
    ReverseIntention(stored.container, \.name).perform()
    #expect(label.text == "sirhC")
    UppercaseIntention(stored.container, \.name).perform()
    #expect(label.text == "SIRHC")
    try await stored.saved()
    #expect(try await store.people.find(chris.id)?.name == "SIRHC")
    withExtendedLifetime(observe) {}
  }
}
