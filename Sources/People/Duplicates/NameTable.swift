internal import StoreSupport

/// The different names of people, each with a number.
struct NameTable {
  private var parts = NameParts()
  private var names: [(name: Int32, surname: Int32)] = []
  private var numbers: [UInt64: Int32] = [:]

  /// The number of names.
  var count: Int { names.count }

  /// Returns the number of a person's name.
  mutating func number(of person: Person) -> Int32 {
    let name = parts.parts(name: person.name, surname: person.surname)
    if let number = numbers[Self.key(name.name, name.surname)] { return number }
    let number = Int32(names.count)
    names.append(name)
    numbers[Self.key(name.name, name.surname)] = number
    return number
  }

  private static func key(_ name: Int32, _ surname: Int32) -> UInt64 {
    UInt64(name) << 32 | UInt64(surname)
  }

  /// Returns the number of mistakes between two names; nil if they are not similar.
  func distance(_ left: Int, _ right: Int) -> Int? { parts.distance(names[left], names[right]) }

  /// Returns a name without case and accents.
  func text(_ number: Int) -> String { parts.text(names[number]) }

  /// Returns the names that are similar to each of some names.
  func similar(to wanted: Set<Int>) throws -> SimilarNames {
    try SimilarNames(self, of: wanted)
  }

  /// The similar names of some names.
  struct SimilarNames {
    private let table: NameTable
    private let similar: SimilarParts
    /// What was left out: a text, and how many pairs.
    private(set) var leftOut: [(text: String, pairs: Int)]

    /// The number of pairs of a similar name and a similar surname that are looked up.
    private static let mostTogether = 10_000

    init(_ table: NameTable, of wanted: Set<Int>) throws {
      self.table = table
      var parts: Set<Int32> = []
      for name in wanted { parts.formUnion([table.names[name].name, table.names[name].surname]) }
      similar = try SimilarParts(table.parts, of: parts)
      leftOut = similar.leftOut.map { part, count in
        (table.parts.parts[Int(part)].text, count * (count - 1) / 2)
      }
      for name in wanted.sorted() {
        let (names, surnames) = neighbors(of: name)
        let count = names.count * surnames.count
        if count > Self.mostTogether { leftOut.append((table.text(name), count)) }
      }
    }

    private func neighbors(
      of number: Int
    ) -> (names: [SimilarParts.Neighbor], surnames: [SimilarParts.Neighbor]) {
      let name = table.names[number]
      return (
        (similar.neighbors[name.name] ?? []).filter { $0.distance == 1 },
        (similar.neighbors[name.surname] ?? []).filter { $0.distance == 1 }
      )
    }

    /// Returns the numbers of the names that are similar to a wanted one, which is among them, with
    /// the number of mistakes.
    func names(of number: Int) -> [Int: Int] {
      let name = table.names[number]
      var found: [Int: Int] = [:]
      func add(_ first: Int32, _ second: Int32, _ distance: Int) {
        for key in [key(first, second), key(second, first)] {
          guard let other = table.numbers[key],
            distance <= table.parts.limit(name, table.names[Int(other)])
          else { continue }
          found[Int(other)] = min(found[Int(other)] ?? .max, distance)
        }
      }
      add(name.name, name.surname, 0)
      for other in similar.neighbors[name.name] ?? [] {
        add(other.part, name.surname, other.distance)
      }
      for other in similar.neighbors[name.surname] ?? [] {
        add(name.name, other.part, other.distance)
      }
      let (names, surnames) = neighbors(of: number)
      guard names.count * surnames.count <= Self.mostTogether else { return found }
      for first in names {
        for second in surnames { add(first.part, second.part, 2) }
      }
      return found
    }
  }
}
