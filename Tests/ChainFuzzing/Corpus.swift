import Foundation
import People

/// A purchase: a table of a program's own beside the store's.
struct Purchase: Sendable, Hashable, Codable {
  var id: Int64
  var buyer: String
  var price: Double
  var pieces: Int?
  var isPaid: Bool
  var day: CalendarDate
  var discount: Double?
}

/// Rows that tell apart what looks alike: ties, nil, cases, composed and decomposed letters,
/// wildcards, NUL, extreme numbers.
struct Corpus {
  var people: [Person]
  var purchases: [Purchase]
  /// How the purchases are stored.
  var schema = Schema.standard

  static let texts = [
    "bob", "Bob", "BOB", "e\u{301}va", "\u{E9}va", "%", "_", "O'Neil", "a\0b", "-", "Ζωή",
    "👨‍👩‍👧", "z",
    "x\r\ny", "ſ", "ß", "e", "\u{301}e", "日本", "a*b", "[a]", "\\", "İ", "ﬁ", " a ", "straße",
    "ANNA",
  ]

  private static let ages = [25, 45, 35, 25, 0, Int.max, 17, 1, 3, 25, 45, 64, 18]
  private static let prices = [0, 0.1, 0.2, 0.3, -0.0, 1e300, 3.5, 19.99, 0.1, 7, 1.0 / 3]
  private static let pieces: [Int?] = [nil, 1, 2, 0, -3, Int.min, 1, 12, nil, 2]

  /// No rows.
  static let nothing = Corpus(people: [], purchases: [])

  private init(people: [Person], purchases: [Purchase]) {
    self.people = people
    self.purchases = purchases
  }

  /// Random rows.
  ///
  /// - Parameter withoutNUL: whether no text has a NUL, which a server does not store.
  init(people: Int, purchases: Int, withoutNUL: Bool = false, _ random: inout RandomSource) {
    let texts = withoutNUL ? Self.texts.filter { !$0.utf8.contains(0) } : Self.texts
    // Few different texts in some, so that there are ties.
    let names = random.chance(50) ? texts : Array(texts.prefix(3 + random.below(9)))
    let extremes = random.chance(40)
    func day(_ random: inout RandomSource) -> CalendarDate {
      CalendarDate(
        year: 1900 + random.below(9), month: 1 + random.below(3), day: 1 + random.below(5))!
    }
    self.people = (0..<people).map { index in
      let age = random.pick(Self.ages)
      return Person(
        name: random.pick(names), surname: random.chance(12) ? "" : random.pick(names),
        age: age == .max && !extremes ? 30 : age,
        email: random.chance(33) ? nil : "p\(index)@example.org",
        birthDate: random.chance(25) ? nil : day(&random))
    }
    self.purchases = (0..<purchases).map { _ in
      let pieces = random.pick(Self.pieces)
      return Purchase(
        id: 0, buyer: random.pick(names), price: random.pick(Self.prices),
        pieces: pieces == .min && !extremes ? 4 : pieces, isPaid: random.chance(50),
        day: day(&random), discount: random.chance(40) ? nil : random.pick(Self.prices))
    }
  }

  /// Stores the purchases in a random way.
  mutating func makeSchema(_ random: inout RandomSource) {
    schema = Schema(&random)
    schema.giveKeys(to: &purchases, &random)
  }

  /// The rows of a source as plain values.
  func rows(_ kind: RowKind) -> [PlainValue] {
    switch kind {
    case .person:
      people.map { person in
        .row(
          .person,
          [
            .int(Int(person.id)), .text(person.name), .text(person.surname), .int(person.age),
            person.email.map { .text($0) } ?? .none, person.birthDate.map(Self.day) ?? .none,
          ])
      }
    case .purchase:
      purchases.map { purchase in
        .row(
          .purchase,
          [
            .int(Int(purchase.id)), .text(purchase.buyer), .real(purchase.price),
            purchase.pieces.map { .int($0) } ?? .none, .bool(purchase.isPaid),
            Self.day(purchase.day), purchase.discount.map { .real($0) } ?? .none,
          ])
      }
    }
  }

  private static func day(_ date: CalendarDate) -> PlainValue {
    .day(year: date.year, month: date.month, day: date.day)
  }
}
