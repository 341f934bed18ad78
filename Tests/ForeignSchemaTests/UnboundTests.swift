import Foundation
import LinqSQL
import StoreSQLite
import TestSupport
import Testing

/// S38, S84: a constant that no column can hold has the meaning in SQL that it has in memory.
@Suite struct UnboundTests {
  struct Trip: Sendable, Hashable {
    var id: Int64
    var name: String
    var score: Double?
    var count: UInt64
    var opened: Date
    var seen: Date
    var price: Decimal
    var tags: [String]
    static let table = Table(
      "trip", Trip.init, .primaryKey("id", \.id), .column("name", \.name),
      .column("score", \.score), .column("count", \.count),
      .column("opened", \.opened).encoded(as: .timestamp),
      .column("seen", \.seen), .column("price", \.price).encoded(as: .scaled(2)),
      .column("tags", \.tags))
  }

  private let repositories: [Repository<Trip>]
  private let trips: [Trip]

  init() throws {
    repositories = try newDatabases([
      """
      CREATE TABLE trip (
        id INTEGER PRIMARY KEY, name TEXT NOT NULL, score REAL, count INTEGER NOT NULL,
        opened TEXT NOT NULL, seen INTEGER NOT NULL, price INTEGER NOT NULL, tags TEXT NOT NULL)
      """
    ]).map { Repository(Trip.table, in: $0) }
    trips = (1...4).map { number in
      let moment = Date(timeIntervalSince1970: Double(number) * 1_000_000)
      return Trip(
        id: Int64(number), name: "n\(number)", score: number == 2 ? nil : Double(number),
        count: UInt64(number), opened: moment, seen: moment, price: Decimal(number),
        tags: ["a", "b\(number)"])
    }
    for repository in repositories { try repository.insert(trips) }
  }

  private func expect(
    sourceLocation: SourceLocation = #_sourceLocation, _ chain: (Query<Trip>) throws -> Any
  ) {
    let expected = outcome { try chain(Query(trips)) }
    #expect(!expected.hasPrefix("error"), sourceLocation: sourceLocation)
    for repository in repositories {
      // The second run has a plan of the cache.
      for _ in 0..<2 {
        #expect(
          outcome { try chain(repository.query) } == expected, sourceLocation: sourceLocation)
      }
      #expect(
        outcome { try chain(repository.policy(.memoryOnly)) } == expected,
        sourceLocation: sourceLocation)
    }
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity, 2])
  func numbers(number: Double) {
    expect { try $0.where { $0.score == number }.select { $0.id }.toArray() }
    expect { try $0.where { $0.score != number }.count() }
    expect { try $0.where { ($0.score ?? 0) < number }.select { $0.id }.toArray() }
    expect { try $0.where { !(($0.score ?? 0) >= number) }.select { $0.id }.toArray() }
    expect { try $0.where { [number, 1].contains($0.score ?? 0) }.count() }
    expect { try $0.any { $0.score == number } }
    expect { try $0.where { $0.score == number }.firstOrNil()?.id ?? 0 }
    expect { try $0.where { trip in trip.score.map { $0 > number } ?? true }.count() }
    expect { query in
      try query.where { trip in query.elements.any { $0.score == number && $0.id == trip.id } }
        .count()
    }
    expect { query in
      try query.join(query.where { $0.score != number }, on: { $0.id }, equals: { $0.id }).count()
    }
    expect { try $0.concat($0.where { $0.score == number }).count() }
  }

  @Test(arguments: [
    Date.distantFuture, .distantPast, Date(timeIntervalSince1970: 1e15),
    Date(timeIntervalSince1970: -1e15), Date(timeIntervalSince1970: 2_000_000),
  ])
  func moments(moment: Date) {
    expect { try $0.where { $0.opened < moment }.select { $0.id }.toArray() }
    expect { try $0.where { $0.opened == moment }.count() }
    expect { try $0.where { !($0.opened > moment) }.count() }
    expect { try $0.where { $0.seen >= moment }.select { $0.id }.toArray() }
    expect { try $0.where { $0.seen != moment }.count() }
    expect { try $0.where { [moment].contains($0.opened) }.count() }
  }

  @Test(arguments: [UInt64.max, 1 << 63, 3])
  func wholeNumbers(number: UInt64) {
    expect { try $0.where { $0.count < number }.count() }
    expect { try $0.where { $0.count == number }.count() }
    expect { try $0.where { [number, 2].contains($0.count) }.select { $0.id }.toArray() }
  }

  @Test(arguments: ["1e30", "-1e30", "0.001", "2"])
  func decimals(text: String) throws {
    let number = try #require(Decimal(string: text))
    expect { try $0.where { $0.price < number }.count() }
    expect { try $0.where { $0.price != number }.count() }
    expect { try $0.where { !($0.price >= number) }.select { $0.id }.toArray() }
    expect { try $0.where { $0.price == Decimal.nan }.count() }
  }

  @Test(arguments: ["a\0b", "\0", "a"])
  func texts(text: String) {
    expect { try $0.where { $0.name != text }.count() }
    expect { try $0.where { $0.tags == [text] }.count() }
    expect { try $0.where { $0.tags.contains(text) }.count() }
    expect { try $0.where { $0.tags != ["a", text] }.select { $0.id }.toArray() }
    expect { try $0.where { ["x", text].contains($0.name) }.count() }
    expect { query in
      let names = Query(trips.map { $0.name + text })
      return try query.where { trip in !names.elements.any { $0 == trip.name } }.count()
    }
  }

  @Test func preparedQueries() throws {
    for repository in repositories {
      let lower = try repository.prepare { (trips, score: QueryExpression<Double>) in
        trips.where { !(($0.score ?? 0) >= score) }.select { $0.id }
      }
      let all = try lower(Double.nan)
      #expect(all == [1, 2, 3, 4])
      #expect(try lower(2) == [1, 2])
      let before = try repository.prepare { (trips, moment: QueryExpression<Date>) in
        trips.where { $0.seen < moment }
      }
      #expect(try before(Date(timeIntervalSince1970: 1e15)) == trips)
      #expect(try before.firstOrNil(Date(timeIntervalSince1970: 1e15)) == trips[0])
    }
  }

  @Test func streams() async throws {
    for repository in repositories {
      var found: [Int64] = []
      for try await trip in repository.where({ $0.score != Double.nan }).stream() {
        found.append(trip.id)
      }
      #expect(found == [1, 2, 3, 4])
    }
  }

  @Test("conditions of changes") func changes() throws {
    for repository in repositories {
      #expect(try repository.where { $0.score == Double.nan }.delete() == 0)
      let count = try repository.where { $0.score != Double.nan }.update { $0.set(\.name, to: "x") }
      #expect(count == 4)
    }
  }

  @Test("a new value that cannot be stored is an error that names its column") func writes() throws
  {
    let nan = DatabaseError.notANumber(column: "trip.score", parameter: 0)
    let late = Date(timeIntervalSince1970: 1e15)
    let beyond = Date(timeIntervalSince1970: 1e12)
    for repository in repositories {
      #expect(throws: nan) { try repository.update { $0.set(\.score, to: Double.nan) } }
      #expect(throws: nan) {
        try repository.where { $0.id == 77 }.update { $0.set(\.score, to: Double.nan) }
      }
      let invalid: [(String, () throws -> Int)] = [
        ("count", { try repository.update { $0.set(\.count, to: UInt64.max) } }),
        ("seen", { try repository.update { $0.set(\.seen, to: late) } }),
        ("opened", { try repository.update { $0.set(\.opened, to: beyond) } }),
      ]
      for (column, change) in invalid {
        do {
          _ = try change()
          Issue.record("nothing failed")
        } catch RowError.invalid(let table, let error) {
          #expect(table == "trip")
          #expect(error.problems.map(\.field) == [column])
        }
      }
      #expect(try repository.all() == trips)
    }
  }
}
