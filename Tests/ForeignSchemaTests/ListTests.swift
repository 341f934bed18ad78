import Foundation
import LinqSQL
import StoreSQLite
import TestModel
import Testing

/// Lists that are stored as JSON, in SQL and in memory, on each engine: S62.
@Suite struct ListTests: QuerySuite {
  enum Topic: String, Codable, ColumnArrayElement, CaseIterable { case work, family, money }

  struct Stamp: Codable, Hashable, JSONColumnValue {
    var value: Int
    var country: String?
    var marks: [String]
    static let jsonMembers: [JSONMember<Stamp>] = [
      .member("value", \.value), .member("country", \.country), .member("marks", \.marks),
    ]
  }

  /// The columns have names that `json_each` uses, too.
  struct Letter: Sendable, Hashable {
    var id: Int64 = 0
    var key: String
    var value: Int
    var topics: [Topic]
    var words: [String]
    var numbers: [Int]?
    var answers: [Bool?]
    var stamps: [Stamp]
    var weights: [Double]
    var days: [CalendarDate]
    var readers: [UUID]
    var path: [String]?
    var root: Stamp
    var large: [UInt64]
    var bytes: [UInt8]
    /// The number of words after "a".
    var lateWords: Int { words.count { $0 > "a" } }
    /// The words with "+" between them.
    var line: String { words.joined(separator: "+") }
    static let table = Table(
      "letter", Letter.init, .primaryKey("id", \.id), .column("key", \.key),
      .column("value", \.value), .column("topics", \.topics), .column("words", \.words),
      .column("numbers", \.numbers), .column("answers", \.answers), .column("stamps", \.stamps),
      .column("weights", \.weights), .column("days", \.days), .column("readers", \.readers),
      .column("path", \.path), .column("root", \.root), .column("large", \.large),
      .column("bytes", \.bytes)
    )
    .computed(\.lateWords) { $0.words.count { $0 > "a" } }
    .computed(\.line) { $0.words.joined(separator: "+") }
  }

  let repositories: [Repository<Letter>]
  private let letters: [Letter]
  var allRows: [Letter] { letters }

  init() throws {
    let words = ["a", "", "É", "e\u{301}", "\"\\/\u{1F600}", "b", "a"]
    letters = (1...24).map { number in
      var letter = Letter(
        id: Int64(number), key: words[number % 7], value: number % 5, topics: [], words: [],
        answers: [], stamps: [], weights: [Double(number) / 3], days: [], readers: [UUID()],
        path: number % 2 == 0 ? nil : ["p\(number % 3)", "q"],
        root: Stamp(value: 1, marks: ["r\(number % 4)"]), large: [.max, .max - UInt64(number)],
        bytes: [UInt8(number)])
      for index in 0..<number % 4 {
        letter.topics.append(Topic.allCases[(index + number / 4) % 3])
      }
      for index in 0..<number % 6 { letter.words.append(words[(index * number + 1) % 7]) }
      if number % 5 != 0 { letter.numbers = (0..<number % 4).map { $0 * number - 7 } }
      for index in 0..<number % 3 {
        letter.answers.append(index == number % 2 ? nil : number % 4 == 0)
        let country = index == 0 ? nil : "NO"
        letter.stamps.append(
          Stamp(value: index * 10 + number, country: country, marks: ["m\(number)"]))
      }
      if number % 2 == 1, let day = CalendarDate(year: 2000, month: 1, day: number) {
        letter.days.append(day)
      }
      return letter
    }
    repositories = try newDatabases([
      """
      CREATE TABLE letter (
        id INTEGER PRIMARY KEY, key TEXT NOT NULL, value INTEGER NOT NULL, topics TEXT NOT NULL,
        words TEXT NOT NULL, numbers TEXT, answers TEXT NOT NULL, stamps TEXT NOT NULL,
        weights TEXT NOT NULL, days TEXT NOT NULL, readers TEXT NOT NULL,
        path TEXT, root TEXT NOT NULL, large TEXT NOT NULL, bytes BLOB NOT NULL)
      """
    ]).map { Repository(Letter.table, in: $0) }
    for repository in repositories { try repository.insert(letters) }
  }

  @Test func stored() throws {
    for repository in repositories {
      #expect(try repository.all() == letters)
      let found = try repository.where { $0.words == ["a"] }.toArray()
      #expect(found == letters.filter { $0.words == ["a"] })
    }
  }

  @Test func elements() throws {
    try expect { $0.where { $0.topics.contains(.work) }.select { $0.id } }
    try expect { $0.where { $0.words.contains("\u{C9}") }.select { $0.id } }
    try expect { $0.where { $0.words.contains("e\u{301}") }.select { $0.id } }
    try expect { $0.where { $0.words.contains("\"\\/\u{1F600}") }.select { $0.id } }
    try expect { $0.where { !$0.words.contains($0.key) }.select { $0.id } }
    try expect { $0.select { ($0.words.count, $0.words.isEmpty, $0.words.first, $0.words.last) } }
    try expect { $0.where { $0.words.any { $0.hasPrefix("a") } }.select { $0.id } }
    try expect { $0.where { $0.words.all { $0.count < 2 } }.select { $0.words } }
    try expect { $0.select { ($0.words.min(), $0.words.max(), $0.words.count { $0 == "a" }) } }
    try expect { $0.select { ($0.words.distinct().count, $0.topics.distinct().first) } }
    try expect { $0.select { $0.words.sortDescending { $0 }.skip(1).first } }
    try expect { $0.sort { $0.topics.count }.select { ($0.id, $0.topics) } }
    try expect { $0.where { $0.answers.contains(nil) }.select { $0.id } }
    try expect { $0.where { $0.answers.any { $0 == true } }.select { $0.id } }
    try expect { $0.where { $0.days.any { $0.day > 15 } }.select { $0.days.first } }
    let reader = try #require(letters.last?.readers.first)
    try expect { $0.where { $0.readers.contains(reader) }.select { $0.id } }
    try expect { $0.select { ($0.answers.first, $0.answers.last) } }
    try expect { $0.where { $0.answers.first == nil }.select { $0.id } }
    try expect { $0.groupBy { $0.words.first }.select { ($0.key, $0.count) } }
  }

  @Test func numbers() throws {
    try expect { $0.select { ($0.numbers ?? []).sum() } }
    // The key is an `integer` on a server.
    try expect {
      $0.groupBy { $0.value }.select { ($0.median { $0.id }, $0.standardDeviation { $0.id }) }
    }
    try expect {
      $0.select { (($0.numbers ?? []).median(), $0.stamps.standardDeviation { $0.value }) }
    }
    try expect {
      $0.select { ($0.words.joined(separator: ", "), $0.stamps.joined { $0.country }) }
    }
    try expect { $0.where { $0.numbers.map { $0.contains(-7) } ?? false }.select { $0.id } }
    try expect { $0.where { ($0.numbers.map { $0.count } ?? 0) > 1 }.select { $0.numbers } }
    try expect { $0.select { letter in letter.stamps.count { $0.value > letter.value * 4 } } }
  }

  @Test("columns with the names that the columns of a list have")
  func names() throws {
    try expect { $0.select { (($0.path ?? []).count, $0.path.map { $0.count }) } }
    try expect { $0.where { ($0.path ?? ["z"]).contains("p1") }.select { $0.id } }
    try expect { $0.where { $0.root.marks.contains("r1") }.select { $0.key } }
    try expect { $0.where { letter in letter.path.map { $0.any { $0 == letter.key } } != true } }
    try expect { $0.take(9).where { $0.root.marks.contains("r2") }.select { $0.root.marks.count } }
  }

  @Test func floatingPointNumbers() throws {
    try expect { $0.where { $0.weights.contains(1) }.select { $0.id } }
    try expect { $0.select { ($0.weights.first, $0.weights.max()) } }
  }

  @Test func objects() throws {
    try expect { $0.select { ($0.stamps.sum { $0.value }, $0.stamps.first) } }
    try expect { $0.where { $0.stamps.any { $0.country == "NO" } }.select { $0.id } }
    try expect { $0.where { $0.stamps.any { $0.marks.contains("m7") } }.select { $0.id } }
    try expect { $0.select { $0.stamps.where { $0.country == nil }.first.map { $0.value } } }
  }

  @Test("elements whose JSON is no column value, and arrays made of lists, are read in memory")
  func inMemory() throws {
    try expect(inSQL: false) { $0.select { ($0.large.max(), $0.large.distinct().count) } }
    try expect(inSQL: false) { $0.where { $0.large.contains(.max) }.select { $0.id } }
    try expect(inSQL: false) { $0.where { $0.bytes.contains(7) }.select { $0.id } }
    try expect(inSQL: false) { $0.select { $0.words.where { $0 != "a" } } }
    try expect(inSQL: false) { $0.selectMany { $0.words.take(1).sort { $0 } } }
    try expect(inSQL: false) { $0.selectMany { $0.words.where { $0 != "a" }.take(1) } }
    try expect(inSQL: false) { $0.selectMany { $0.numbers.map { $0.where { $0 > 1 } } ?? [] } }
  }

  @Test("chosen elements of the lists of all rows, and values of them")
  func chosenOfAll() throws {
    try expect { $0.selectMany { $0.words.where { $0 != "a" } } }
    try expect { $0.take(20).selectMany { $0.words.where { $0 != "a" }.select { $0.count } } }
    try expect { $0.selectMany { $0.stamps.where { $0.value > 3 } }.countBy { $0.country } }
    try expect { $0.selectMany { $0.stamps.select { ($0.country, $0.value) } }.skip(2) }
    try expect { $0.selectMany { $0.weights.where { $0 > 1 }.select { $0 > 2 } }.distinct() }
    try expect { $0.selectMany { $0.weights.select { 1 / ($0 - 1) } } }
  }

  @Test("computed properties with constants in closures, beside other constants")
  func computed() throws {
    for words in [1, 2] {
      // The second one has the plan of the first.
      try expect {
        $0.where { $0.words.any { $0 < "b" } && $0.lateWords == words }.select {
          ($0.id, $0.lateWords)
        }
      }
      try expect {
        $0.select { ($0.words.count { $0 > "É" }, $0.lateWords, $0.words.count { $0 > "b" }) }
      }
      try expect {
        $0.groupBy { $0.lateWords }.select { ($0.key, $0.count, $0.max { $0.value }) }
          .where { $0.0 < words + 1 }
      }
      try expect { $0.groupBy { ($0.line, $0.lateWords) }.select { ($0.key.0, $0.count) } }
      try expect {
        $0.select { $0.line }.concat($0.select { $0.words.joined(separator: "-") })
          .where { $0 != "b" }.skip(words)
      }
      try expect { $0.sort { $0.line }.thenBy { $0.words.joined(separator: ",") }.skip(words) }
    }
  }

  @Test("new values with constants of their own")
  func updates() throws {
    for repository in repositories {
      func expect(
        _ query: Query<Letter>, _ changes: (inout RowUpdate<Letter>) -> Void,
        sourceLocation: SourceLocation = #_sourceLocation, _ expected: (inout Letter) -> Bool
      ) throws {
        var rows = letters
        let count = rows.indices.count { expected(&rows[$0]) }
        #expect(try query.update(changes) == count, sourceLocation: sourceLocation)
        #expect(try repository.all() == rows, sourceLocation: sourceLocation)
        #expect(rows != letters, sourceLocation: sourceLocation)
        for letter in letters { try repository.update(letter) }
      }
      try expect(repository.where { $0.words.contains("a") }) {
        $0.set(\.key, to: $0.words.joined(separator: "&"))
      } _: { letter in
        guard letter.words.contains("a") else { return false }
        letter.key = letter.words.joined(separator: "&")
        return true
      }
      try expect(repository.where { $0.lateWords > 1 }) {
        $0.set(\.value, to: $0.words.count { $0 != "b" })
        $0.set(\.key, to: .if($0.words.any { $0 == "É" }, then: "L", else: $0.line))
      } _: { letter in
        guard letter.lateWords > 1 else { return false }
        letter.value = letter.words.count { $0 != "b" }
        letter.key = letter.words.contains("É") ? "L" : letter.line
        return true
      }
      try expect(repository.where { $0.lateWords > 0 }) {
        $0.set(\.value, to: 1)
      } _: { letter in
        guard letter.lateWords > 0 else { return false }
        letter.value = 1
        return true
      }
    }
  }

  @Test("the sorted lists of all rows")
  func sortedOfAll() throws {
    try expect { $0.selectMany { $0.words.sort { $0 } } }
    try expect {
      $0.sortDescending { $0.value }.take(20).selectMany {
        $0.words.where { $0 != "b" }.sortDescending { $0.count }.thenBy { $0 }
      }
    }
    try expect {
      $0.selectMany { row in
        row.stamps.reverse().sort { $0.country ?? row.key }.select { (row.id, $0.value) }
      }.reverse().skip(2)
    }
    try expect { $0.selectMany { $0.words.reverse() }.distinct() }
    try expect { $0.selectMany { $0.weights.sort { 1 / ($0 - 1) } } }
  }

  @Test("values of the element beside those of its list")
  func valuesBesideThoseOfTheList() throws {
    try expect { $0.selectMany { row in row.words.select { (row.id, $0) } } }
    try expect { $0.selectMany { row in row.words.where { $0 != row.key } }.distinct() }
    try expect {
      $0.where { $0.value > 1 }.sortDescending { $0.value }.selectMany { row in
        row.stamps.where { $0.value > row.value }.select { (row.key, $0.country, row) }
      }.where { $0.0 != "a" }.take(9)
    }
    try expect {
      $0.take(20).selectMany { row in
        row.words.select { row.key + $0 }.where { $0 > row.key }.where { $0.count < 3 }
      }.countBy { $0 }
    }
    try expect {
      $0.select { ($0.key, $0.words) }.selectMany { pair in
        pair.1.where { $0 > pair.0 }.select { (pair.0.count, $0) }
      }.sort { $0.1 }
    }
    try expect { letters in
      letters.where { letter in
        letters.selectMany { other in other.words.where { $0 == other.key } }.contains(letter.key)
      }.select { $0.id }
    }
    try expect(inSQL: false) {
      $0.selectMany { row in row.weights.select { 1 / ($0 - QueryExpression<Double>(row.value)) } }
    }
    try expect(inSQL: false) { letters in
      letters.selectMany { row in
        row.words.where { word in letters.elements.any { $0.key == word && $0.id > row.id } }
      }
    }
  }

  @Test("the elements of the lists of all rows")
  func elementsOfAll() throws {
    try expect { $0.selectMany { $0.words } }
    try expect { $0.selectMany { $0.words }.distinct().sort { $0 } }
    try expect { $0.selectMany { $0.topics }.countBy { $0 } }
    try expect { $0.where { $0.value > 1 }.sortDescending { $0.key }.selectMany { $0.topics } }
    try expect { $0.take(10).selectMany { $0.stamps }.where { $0.value > 9 }.skip(1) }
    try expect { $0.selectMany { $0.numbers ?? [] }.sort { $0 }.take(7) }
    try expect { $0.selectMany { $0.weights }.select { $0 * 2 } }
    try expect { $0.selectMany { $0.answers }.groupBy { $0 }.select { ($0.key, $0.count) } }
    try expect { $0.selectMany { $0.stamps }.selectMany { $0.marks } }
    try expect { $0.select { ($0.id, $0.words) }.selectMany { $0.1 } }
    try expect { $0.selectMany { $0.root.marks }.index().where { $0.0 > 3 } }
    // Names of columns that `json_each` has, too, must not be taken for those.
    try expect(inSQL: false) {
      $0.select { $0.words }.chunk(2).select { $0.count { $0.contains("w1") } }
    }
    try expect(inSQL: false) {
      $0.select { $0.path }.chunk(2).select {
        $0.count { path in path.map { $0.contains("p1") } ?? false }
      }
    }
    #expect(
      try repositories[0].selectMany { $0.topics }.where { $0 != .work }.plan().sql == """
        SELECT b.value FROM letter AS a CROSS JOIN temp.json_each(a.topics) AS b ON 1 \
        WHERE b.value <> ? ORDER BY a.id, b.key
        """)
    let reversed = repositories[0].selectMany { letter in
      letter.topics.reverse().select { (letter.id, $0) }
    }
    #expect(
      try reversed.plan().sql == """
        SELECT a.id, b.value FROM letter AS a CROSS JOIN temp.json_each(a.topics) AS b ON 1 \
        ORDER BY a.id, b.key DESC
        """)
    for repository in repositories {
      let words = letters.flatMap(\.words)
      #expect(try repository.selectMany { $0.words }.count() == words.count)
      let numbers = letters.flatMap { $0.numbers ?? [] }
      #expect(try repository.selectMany { $0.numbers ?? [] }.max { $0 } == numbers.max())
    }
  }

  @Test func sql() throws {
    #expect(
      try repositories[0].where { $0.topics.contains(.work) }.select { $0.id }.plan().sql
        == """
        SELECT id FROM letter WHERE ? IN (SELECT value FROM temp.json_each(letter.topics) AS t1) \
        ORDER BY id
        """)
    #expect(
      try repositories[0].sort { $0.topics.count }.select { $0.id }.plan().sql
        == """
        SELECT id FROM letter \
        ORDER BY (SELECT count(*) FROM temp.json_each(letter.topics) AS t1), id
        """)
    #expect(
      try repositories[0].select { $0.words.count }.plan().sql
        == """
        SELECT (SELECT count(*) FROM temp.json_each(letter.words) AS t1) FROM letter ORDER BY id
        """)
  }

  @Test("marks behind escapes in JSON")
  func escapes() throws {
    let texts =
      ["\n\u{301}", "\r\u{30C}", "\t\u{30C}\u{1F600}", "\u{8}\u{307}é", "\u{1A}\u{301}"]
      + ["\\\u{301}e\u{301}", "\"\u{338}", "\u{212B}\n\u{212B}\u{301}"]
    for repository in repositories {
      for text in texts {
        var letter = letters[0]
        (letter.id, letter.words) = (0, [text, "x"])
        let stored = try repository.insert(letter)
        #expect(try repository.find(stored.id)?.words == [text, "x"])
        #expect(try repository.where { $0.words.contains(text) }.count() == 1)
      }
    }
  }

  @Test func mistakes() throws {
    for repository in repositories {
      var letter = letters[0]
      letter.id = 0
      letter.words = ["a\0b"]
      #expect(throws: RowError.self) { try repository.insert(letter) }
      try repository.pool.write { try $0.run("UPDATE letter SET words = '{' WHERE id = 3") }
      #expect(throws: DatabaseError.self) { try repository.find(3) }
      #expect(throws: (any Error).self) { try repository.where { $0.words.isEmpty }.count() }
      #expect(throws: (any Error).self) {
        try repository.where { $0.words.isEmpty }.policy(.memoryOnly).count()
      }
    }
  }
}
