import Foundation
import Intentions
import Testing

@Suite("Intentions")
struct IntentionsTests {
  private struct Note: Sendable, Equatable {
    var title = "Chris"
    var count = 1
  }

  private final class Label: @unchecked Sendable {
    private(set) var writes = 0
    var text = "" { didSet { writes += 1 } }
  }

  private let container = ModelContainer(Note())

  @Test("I1 a container's model may be set later; key paths read and write it")
  func containers() {
    let container = ModelContainer<Note>()
    #expect(container.model == nil && container[\.title] == nil)
    container.update { $0.count = 9 }
    #expect(container.model == nil)
    container.model = Note()
    #expect(container[\.title] == "Chris")
    container.update { $0.title = "Ada" }
    #expect(container.model == Note(title: "Ada", count: 1))
  }

  @Test("I2 capital letters and reversal, by Character")
  func texts() {
    UppercaseIntention(container, \.title).perform()
    #expect(container[\.title] == "CHRIS")
    container.update { $0.title = "e\u{301}👨‍👩‍👧ß" }
    ReverseIntention(container, \.title).perform()
    #expect(container[\.title] == "ß👨‍👩‍👧e\u{301}")
    UppercaseIntention(container, \.title).perform()
    #expect(container[\.title] == "SS👨‍👩‍👧E\u{301}")
    EditIntention(container, \.count) { $0 + 2 }.perform()
    #expect(container[\.count] == 3)
    // An edit may read the container, which has the model as it was.
    EditIntention(container, \.count) { [container] in $0 + (container[\.count] ?? 0) }.perform()
    #expect(container[\.count] == 6)
  }

  @Test("I3 the target follows at once and at each change, until the intention is let go")
  func observing() {
    let label = Label()
    var observe: ObserveIntention? = ObserveIntention(container, \.title, on: label, \.text)
    #expect(label.text == "Chris" && label.writes == 1)
    ReverseIntention(container, \.title).perform()
    #expect(label.text == "sirhC" && label.writes == 2)
    container.update { $0.count = 5 }
    #expect(label.writes == 2)
    #expect(observe != nil)
    observe = nil
    UppercaseIntention(container, \.title).perform()
    #expect(label.text == "sirhC" && container[\.title] == "SIRHC")
  }

  @Test("I3 two that follow each other come to rest")
  func feedback() {
    let other = ModelContainer(Note(title: "other"))
    let there = ObserveIntention(container, \.title, in: other, \.title)
    let back = ObserveIntention(other, \.title, in: container, \.title)
    #expect(other[\.title] == "Chris")
    container.update { $0.title = "a" }
    #expect(other[\.title] == "a")
    other.update { $0.title = "b" }
    #expect(container[\.title] == "b")
    withExtendedLifetime((there, back)) {}
  }

  @Test("I4 several observers of one source")
  func several() {
    let labels = [Label(), Label()]
    let intentions = labels.map { ObserveIntention(container, \.title, on: $0, \.text) }
    container.model = Note(title: "new")
    #expect(labels.map(\.text) == ["new", "new"])
    withExtendedLifetime(intentions) {}
    var gone: Label? = Label()
    let observe = gone.map { ObserveIntention(container, \.title, on: $0, \.text) }
    weak let watched = gone
    gone = nil
    #expect(watched == nil)
    container.model = Note(title: "later")
    withExtendedLifetime(observe) {}
  }

  @Test("I5 a line end is refused and ends the editing")
  func dismissing() {
    let label = Label()
    let rule = DismissOnEnterIntention { label.text = "dismissed" }
    #expect(rule.allows("a") && rule.allows("") && label.writes == 0)
    #expect(!rule.allows("\n") && label.text == "dismissed")
    #expect(!rule.allows("pasted\r\nlines") && label.writes == 2)
  }

  @Test("changes from several threads come one at a time")
  func threads() async {
    let label = Label()
    let observe = ObserveIntention(container, \.title, on: label, \.text)
    await withTaskGroup(of: Void.self) { group in
      for task in 0..<4 {
        group.addTask { [container] in
          for index in 0..<200 {
            container.update {
              $0.title = "\(task) \(index)"
              $0.count += 1
            }
          }
        }
      }
    }
    #expect(container[\.count] == 801 && label.text == container[\.title])
    withExtendedLifetime(observe) {}
  }

  @Test("an observer that ends another observation when it ends itself")
  func observersThatKeepObservations() {
    var kept: ModelObservation? = container.observe { [held = container.observe { _ in }] _ in
      withExtendedLifetime(held) {}
    }
    withExtendedLifetime(kept) {}
    kept = nil
    container.model = Note(title: "afterwards")
    #expect(container[\.title] == "afterwards")
  }
}
