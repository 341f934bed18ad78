import Testing

@testable import Linq

@Suite("The headline: people by letter")
struct HeadlineTests {
  struct Member: Equatable {
    var name: String
    var surname: String
  }

  struct Letter: Equatable {
    var letter: String
    var items: [Member]
  }

  static let fifty = (0..<50).map { number in
    let letter = Character(UnicodeScalar(UInt8(65 + (number * 7) % 19)))
    return Member(name: "name\(number)", surname: "\(letter)surname\(number % 3)")
  }

  /// The letters ascending, the items in source order.
  static let expected = Set(fifty.map { String($0.surname.prefix(1)) }).sorted().map { letter in
    Letter(letter: letter, items: fifty.filter { $0.surname.hasPrefix(letter) })
  }

  @Test("createGroupedTestData, on a constant array")
  func constant() {
    let people = Self.fifty
    let groups = people.select { $0.surname.prefix(1) }.sort().distinct().select { letter in
      Letter(
        letter: String(letter), items: people.where { $0.surname.prefix(1) == letter })
    }
    #expect(groups == Self.expected && groups.count == 19)
  }

  @Test("createGroupedTestData, on a variable array")
  func variable() {
    var people = Self.fifty
    let groups = people.select { $0.surname.prefix(1) }.sort().distinct().select { letter in
      Letter(
        letter: String(letter), items: people.where { $0.surname.prefix(1) == letter })
    }
    #expect(groups == Self.expected)
    people.removeAll()
    #expect(groups.count == 19)
  }

  @Test("createGroupedTestData, deferred: nothing happens before the iteration, and it starts anew")
  func deferred() {
    let people = Self.fifty
    let calls = Calls()
    let groups = people.lazy.select { calls($0.surname.prefix(1)) }.sort().distinct()
      .select { letter in
        Letter(
          letter: String(letter), items: people.where { $0.surname.prefix(1) == letter })
      }
    #expect(calls.count == 0)
    #expect(groups.toArray() == Self.expected && calls.count == 50)
    #expect(groups.toArray() == Self.expected && calls.count == 100)
  }

  @Test("the same written with groupBy")
  func grouped() {
    let groups = Self.fifty.groupBy { $0.surname.prefix(1) }.sort { $0.key }
      .select { Letter(letter: String($0.key), items: $0.items) }
    #expect(groups == Self.expected)
  }
}
