import Testing

@testable import Linq

@Suite("Dictionaries")
struct DictionaryTests {
  let input = ["A": "Apple", "B": "Banana", "C": "Carrot", "D": "Fish"]

  @Test("D1 where")
  func filter() {
    let result: [String: String] = input.where { $0.value.hasPrefix($0.key) }
    #expect(result == ["A": "Apple", "B": "Banana", "C": "Carrot"])
    #expect(input.where { $1.hasPrefix($0) } == result)
    #expect(throws: Refusal.self) { try input.where { _ in throw Refusal() } }
  }

  @Test("D2, D3 select keeps the keys, nil is a value")
  func select() {
    let result = input.select { key, value in value.prefix(1) == key }
    #expect(result == ["A": true, "B": true, "C": true, "D": false])
    let optional = input.select { $0 == "A" ? nil : $1 }
    #expect(optional == ["A": nil, "B": "Banana", "C": "Carrot", "D": "Fish"])
    #expect(optional.count == 4)
  }

  @Test("D4, D5 toArray")
  func array() {
    #expect(input.toArray { "\($0), \($1)" }.toSet().contains("A, Apple"))
    #expect(input.toArray { "\($0), \($1)" }.count == 4)
    #expect(input.toArray { $0 == "A" ? nil : $1 }.count { $0 == nil } == 1)
    #expect(input.toArray().count == 4)
  }

  @Test("D6 any")
  func any() {
    let (yes, no) = (["a": "apple", "b": "bat"], ["a": "apple", "b": "bat"])
    #expect(yes.any { $0 == "a" && $1 == "apple" } && !no.any { $0.value == "cat" })
    #expect(![String: Int]().any())
  }

  @Test("D7 all")
  func all() {
    #expect(!input.all { $1.hasPrefix($0) } && input.all { !$0.value.isEmpty })
    #expect([String: Int]().all { _ in false })
  }

  @Test("D8 count")
  func count() {
    #expect(input.count { $1.hasPrefix($0) } == 3 && input.count { $0.key == "x" } == 0)
    #expect(input.count == 4 && input.count() == 4)
  }

  @Test("D9 merge: the receiver wins")
  func merge() {
    #expect(["a": 1, "b": 2].merge(["b": 3, "c": 4]) == ["a": 1, "b": 2, "c": 4])
    #expect(["a": 1].merge([:]) == ["a": 1] && [:].merge(["a": 1]) == ["a": 1])
    #expect(["e\u{301}": 1].merge(["\u{E9}": 2]) == ["\u{E9}": 1])
  }

  @Test("S1 a query string")
  func queryString() throws {
    let pairs = ["page": "24", "lang": "en-US", "q": "how+many+kittens", "key": "1234"]
    let text = pairs.toArray { "\($0)=\($1)" }.aggregate { "\($0)&\($1)" }
    #expect(
      try #require(text).split(separator: "&").toSet()
        == ["page=24", "lang=en-US", "q=how+many+kittens", "key=1234"])
  }
}
