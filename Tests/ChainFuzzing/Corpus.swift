import Foundation
import TestModel

/// A purchase: a table of a program's own beside the store's.
struct Purchase: Sendable, Hashable, Codable, Identifiable {
  var id: Int64
  var buyer: String
  var price: Double
  var pieces: Int?
  var isPaid: Bool
  var day: CalendarDate
  var discount: Double?
  var ordered = Date(timeIntervalSince1970: 0)
  var cost: Decimal = 0
  var token: UUID?
  var tags: [String] = []
  var scores: [Double] = []
  var marks: [String: Int] = [:]
  var notes: [String: String] = [:]
}

extension Purchase {
  /// Regressions may be older than the last properties.
  init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    id = try values.decode(Int64.self, forKey: .id)
    buyer = try values.decode(String.self, forKey: .buyer)
    price = try values.decode(Double.self, forKey: .price)
    pieces = try values.decodeIfPresent(Int.self, forKey: .pieces)
    isPaid = try values.decode(Bool.self, forKey: .isPaid)
    day = try values.decode(CalendarDate.self, forKey: .day)
    discount = try values.decodeIfPresent(Double.self, forKey: .discount)
    ordered = try values.decodeIfPresent(Date.self, forKey: .ordered) ?? ordered
    cost = try values.decodeIfPresent(Decimal.self, forKey: .cost) ?? cost
    token = try values.decodeIfPresent(UUID.self, forKey: .token)
    tags = try values.decodeIfPresent([String].self, forKey: .tags) ?? tags
    scores = try values.decodeIfPresent([Double].self, forKey: .scores) ?? scores
    marks = try values.decodeIfPresent([String: Int].self, forKey: .marks) ?? marks
    notes = try values.decodeIfPresent([String: String].self, forKey: .notes) ?? notes
  }
}

/// Rows that tell apart what looks alike: ties, nil, cases, composed and decomposed letters,
/// wildcards, NUL, extreme numbers.
struct Corpus {
  var people: [Person]
  var purchases: [Purchase]
  /// How the purchases are stored.
  var schema = Schema.standard
  /// Values in the table of the purchases that cannot be read.
  var faults: [Fault] = []

  static let texts = [
    "bob", "Bob", "BOB", "e\u{301}va", "\u{E9}va", "%", "_", "O'Neil", "a\0b", "-", "Ζωή",
    "👨‍👩‍👧", "z",
    "x\r\ny", "ſ", "ß", "e", "\u{301}e", "日本", "a*b", "[a]", "\\", "İ", "ﬁ", " a ", "straße",
    "ANNA", "Jean-Luc", "José", "Łukasz", "김민", "ガク",
    "Åberg", "Aberg", "Zander", "Öst", "Čapek", "Chalupa", "Hus", "Aagaard", "Ñúñez", "a10", "a2",
    "Яна", "李明", "محمد",
    // One more script each.
    "שרה", "सीता", "ਸਿੰਘ", "தமிழ்", "বাংলা", "สมชาย", "ខ្មែរ", "မြန်မာ", "ნინო", "Անի", "ሰላም",
    "ᏣᎳᎩ", "ひらがな",
  ]

  private static let ages = [25, 45, 35, 25, 0, Int.max, 17, 1, 3, 25, 45, 64, 18]
  /// Texts in JSON have no NUL.
  static let tags = texts.filter { !$0.utf8.contains(0) }
  static let markKeys = ["a/b", "e\u{301}", "", "\u{E9}", "b", "O'Neil"]
  private static let scores = [
    0, 0.1, -0.0, 1e300, 3.5, 1.0 / 3, .leastNonzeroMagnitude, 1e16, 123456.789,
  ]
  private static let prices = [0, 0.1, 0.2, 0.3, -0.0, 1e300, 3.5, 19.99, 0.1, 7, 1.0 / 3]
  private static let pieces: [Int?] = [nil, 1, 2, 0, -3, Int.min, 1, 12, nil, 2]

  /// Points in time in microseconds since 1970, in eighths of a second.
  static let moments = [
    0, -1_500_000, 1_772_353_800_000_000, 1_772_353_800_250_000, 1_772_353_801_000_000,
    1_772_353_799_875_000, 1_772_409_600_000_000, -86_400_000_000,
  ]
  static let costs = ["0", "1.25", "-0.1", "0.1", "9.5", "10", "100", "-9.5", "0.01", "1000000"]
  private static let longCosts = ["0.000001", "-12345678901234567.5", "3.3333333333"]
  static let tokens = [
    "E621E1F8-C36C-495A-93FC-0C247A3E6E5F", "00000000-0000-0000-0000-000000000001",
    "FFFFFFFF-0000-4000-8000-ABCDEFABCDEF",
  ].compactMap { UUID(uuidString: $0) }

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
    let tags = random.chance(50) ? Self.tags : Array(Self.tags.prefix(2 + random.below(9)))
    func some<Item>(of items: [Item], _ random: inout RandomSource) -> [Item] {
      random.chance(40) ? [] : (0..<random.below(5)).map { _ in random.pick(items) }
    }
    self.purchases = (0..<purchases).map { _ in
      let pieces = random.pick(Self.pieces)
      return Purchase(
        id: 0, buyer: random.pick(names), price: random.pick(Self.prices),
        pieces: pieces == .min && !extremes ? 4 : pieces, isPaid: random.chance(50),
        day: day(&random), discount: random.chance(40) ? nil : random.pick(Self.prices),
        ordered: Date(microseconds: random.pick(Self.moments)),
        cost: Decimal(string: random.pick(extremes ? Self.costs + Self.longCosts : Self.costs))
          ?? 0,
        token: random.chance(30) ? nil : random.pick(Self.tokens), tags: some(of: tags, &random),
        scores: some(of: Self.scores, &random),
        marks: Dictionary(
          some(of: Self.markKeys, &random).map { ($0, random.below(4)) },
          uniquingKeysWith: { first, _ in first }),
        notes: Dictionary(
          some(of: Self.markKeys, &random).map { ($0, random.pick(tags)) },
          uniquingKeysWith: { first, _ in first }))
    }
  }

  /// Stores the purchases in a random way.
  mutating func makeSchema(_ random: inout RandomSource) {
    schema = Schema(&random)
    schema.giveKeys(to: &purchases, &random)
    schema.fit(&purchases)
  }

  /// Chooses a stored value that the declaration cannot read, in some schemas. There is only one,
  /// because any of several may be the error.
  mutating func makeFaults(_ random: inout RandomSource) {
    guard !purchases.isEmpty, random.chance(25) else { return }
    let index = random.below(purchases.count)
    // The database counts the keys that it assigns.
    let id = schema.isAssigned ? Int64(index + 1) : purchases[index].id
    if let fault = schema.fault(of: id, &random) { faults = [fault] }
  }

  /// The rows of a source as plain values, as the table has them.
  func rows(_ kind: RowKind) -> [PlainValue] {
    let rows = readableRows(kind)
    guard kind == .purchase, !faults.isEmpty else { return rows }
    return rows.map { row in
      guard case .row(let kind, var parts) = row else { return row }
      for fault in faults where .int(Int(fault.id)) == parts[0] {
        parts[fault.property] = .unreadable(
          .unreadable(column: schema.names[fault.property], id: Int(fault.id)))
      }
      return .row(kind, parts)
    }
  }

  /// The rows of an array. Those with faults are not in it: the library knows such rows by their
  /// other values.
  func arrayRows(_ kind: RowKind) -> [PlainValue] {
    kind == .person
      ? rows(kind)
      : readableRows(kind).filter { row in !faults.contains { .int(Int($0.id)) == row.part(0) } }
  }

  /// The purchases without those with faults.
  var arrayPurchases: [Purchase] {
    purchases.filter { purchase in !faults.contains { $0.id == purchase.id } }
  }

  /// The rows of a source as plain values, as they were written.
  func readableRows(_ kind: RowKind) -> [PlainValue] {
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
            .moment(purchase.ordered.microseconds), .decimal(purchase.cost),
            purchase.token.map { .identifier($0) } ?? .none,
            .list(purchase.tags.map { .text($0) }), .list(purchase.scores.map { .real($0) }),
            .dictionary(purchase.marks.mapValues { .int($0) }),
            .dictionary(purchase.notes.mapValues { .text($0) }),
          ])
      }
    }
  }

  private static func day(_ date: CalendarDate) -> PlainValue {
    .day(year: date.year, month: date.month, day: date.day)
  }
}

extension Date {
  /// A number of microseconds since 1970.
  init(microseconds: Int) { self.init(timeIntervalSince1970: Double(microseconds) / 1_000_000) }

  /// The number of microseconds since 1970.
  var microseconds: Int { Int((timeIntervalSince1970 * 1_000_000).rounded()) }
}
