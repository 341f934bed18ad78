import People
import Testing

@testable import Seeding

@Suite("E-mail addresses")
struct EmailTests {
  static let domains: Set<Substring> = [
    "example.com", "example.org", "example.net", "people.test",
  ]

  /// Whether an address has a local part of 1 to 64 of a-z, 0-9, full stop and hyphen, full stops
  /// only between fields, at one of the domains.
  static func isValid(_ address: String) -> Bool {
    let parts = address.split(separator: "@", omittingEmptySubsequences: false)
    guard parts.count == 2, domains.contains(parts[1]) else { return false }
    let local = Array(parts[0].utf8)
    guard (1...64).contains(local.count) else { return false }
    let fields = local.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    return fields.allSatisfy { field in
      guard let first = field.first, let last = field.last else { return false }
      return first != UInt8(ascii: "-") && last != UInt8(ascii: "-")
        && field.allSatisfy { byte in
          (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte)
            || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) || byte == UInt8(ascii: "-")
        }
    }
  }

  @Test("1,000,000 addresses are unique")
  func unique() {
    let generator = PersonGenerator()
    var addresses: Set<String> = []
    addresses.reserveCapacity(1_000_000)
    var made = 0
    var row = 0
    while made < 1_000_000 {
      if let address = generator.person(at: row).email {
        addresses.insert(address)
        made += 1
      }
      row += 1
    }
    #expect(addresses.count == 1_000_000)
    #expect((1_108_000..<1_115_000).contains(row), "nine in ten have an address")
  }

  @Test("different seeds share no address and few people")
  func seeds() {
    let rows = 0..<100_000
    var addresses: Set<String> = []
    var made = 0
    for seed in [1, 2, 36] as [UInt64] {
      for person in PersonGenerator(seed: seed).people(rows) {
        guard let address = person.email else { continue }
        addresses.insert(address)
        made += 1
      }
    }
    #expect(made > 260_000)
    #expect(addresses.count == made)
  }

  @Test("every address is valid", arguments: [0, 1, 2, .max] as [UInt64])
  func valid(seed: UInt64) {
    let generator = PersonGenerator(seed: seed)
    let addresses = generator.people(0..<20_000).compactMap(\.email)
    let last = generator.people(Int.max - 20_000..<Int.max).compactMap(\.email)
    #expect(addresses.count > 17_000 && last.count > 17_000)
    #expect((addresses + last).filter { !Self.isValid($0) } == [])
    #expect(Set((addresses + last).map { $0.split(separator: "@")[1] }) == Self.domains)
  }

  @Test("the check of addresses refuses others")
  func checkCanFail() {
    #expect(Self.isValid("a.b-c.0@example.com"))
    for address in [
      "a..b@example.com", ".a@example.com", "a@b@example.com", "é@example.com", "a@example.de",
      "-a.b@example.com", "A.b@example.com", String(repeating: "a", count: 65) + "@example.com",
    ] {
      #expect(!Self.isValid(address))
    }
  }

  @Test("the pair of seed and row alone tells addresses apart")
  func injective() {
    let seeds: [UInt64] = [0, 1, 2, 35, 36, 37, 1_295, 1_296, .max - 1, .max]
    let rows: [UInt64] = [0, 1, 2, 35, 36, 37, 1_295, 1_296, UInt64(Int.max) - 1, UInt64(Int.max)]
    // The longest names there can be: 61 bytes before the at sign.
    let name = SeedName("Abcdefghijklmnopqr")
    var addresses: Set<String> = []
    for seed in seeds {
      let writer = EmailWriter(seed: seed)
      for row in rows {
        let address = writer.address(given: name, surname: name, row: row, domain: 0)
        #expect(Self.isValid(address), "seed \(seed), row \(row)")
        addresses.insert(address)
      }
    }
    #expect(addresses.count == seeds.count * rows.count)
  }

  @Test("an address is written field by field")
  func literal() {
    let given = SeedName("O'Neal St. Ann")
    let surname = SeedName("Gràcia", romanised: "gracia".utf8)
    func address(_ seed: UInt64, _ row: UInt64, _ domain: UInt64) -> String {
      EmailWriter(seed: seed).address(given: given, surname: surname, row: row, domain: domain)
    }
    #expect(address(1, 0, 0) == "oneal-st-ann.gracia.0@example.com")
    #expect(address(1, 36, 1) == "oneal-st-ann.gracia.10@example.org")
    #expect(address(0, 35, 2) == "oneal-st-ann.gracia.z.0@example.net")
    #expect(address(.max, 46_655, 7) == "oneal-st-ann.gracia.zzz.3w5e11264sgsf@people.test")
    // Names of one letter: the shortest address there can be.
    let short = SeedName("O")
    #expect(
      EmailWriter(seed: 1).address(given: short, surname: short, row: 9, domain: 3)
        == "o.o.9@people.test")
  }

  @Test("a romanised name is cut to 16 bytes, and not at a hyphen")
  func cut() {
    func local(_ name: String) -> String {
      let name = SeedName(name)
      return EmailWriter(seed: 1).address(given: name, surname: name, row: 0, domain: 0)
    }
    #expect(local("Abcdefghijklmnop") == "abcdefghijklmnop.abcdefghijklmnop.0@example.com")
    #expect(local("Abcdefghijklmnopq") == "abcdefghijklmnop.abcdefghijklmnop.0@example.com")
    #expect(local("Abcdefghijklmno P") == "abcdefghijklmno.abcdefghijklmno.0@example.com")
  }
}
