internal import LinqCore
internal import StoreSupport

/// Finds people who may be one among people in memory.
struct DuplicateFinder {
  private let people: [Person]
  private let criteria: Set<DuplicateCriterion>
  private var names = NameTable()
  /// For each person, the number of the name, and the birth date as a number; 0 if it is not known.
  private var nameOf: [Int32] = []
  private var dateOf: [Int32] = []
  private var pairs = FoundPairs()

  /// The birth dates with very many names.
  private var commonDates: Set<Int32> = []

  /// The people of each name, those without a birth date first, then by it.
  private var peopleOf: [[Int32]] = []

  init(_ people: [Person], _ criteria: Set<DuplicateCriterion>) {
    self.people = people
    self.criteria = criteria
  }

  /// Finds the pairs.
  func found(limit: Int?) throws -> Duplicates {
    var finder = self
    if criteria.contains(.email) { try finder.findAddresses() }
    if criteria.contains(.nameAndBirthDate) || criteria.contains(.similarName) {
      try finder.readNames()
    }
    if criteria.contains(.nameAndBirthDate) { try finder.findSameNames() }
    if criteria.contains(.similarName) { try finder.findSimilarNames() }
    let found = try finder.pairs.merged()
    let listed = found.prefix(max(0, limit ?? .max)).map { pair in
      Duplicates.Pair(
        first: people[Int(pair.first)], second: people[Int(pair.second)],
        matches: pair.matches.matches)
    }
    return Duplicates(pairs: listed, count: found.count, leftOut: finder.pairs.leftOut)
  }

  // MARK: The same address

  private mutating func findAddresses() throws {
    var check = InterruptionCheck()
    var first: [String: Int32] = [:]
    var groups: [String: [Int32]] = [:]
    var order: [String] = []
    for (place, person) in people.enumerated() {
      try check()
      guard let email = person.email, !email.isEmpty else { continue }
      let address = email.lowercased()
      guard let other = first[address] else {
        first[address] = Int32(place)
        continue
      }
      if groups[address] == nil {
        groups[address] = [other]
        order.append(address)
      }
      groups[address]?.append(Int32(place))
    }
    for address in order {
      guard let group = groups[address] else { continue }
      if let count = try pairs.add(each: group, .email) {
        pairs.leaveOut(.email, address, count: count)
      }
    }
  }

  // MARK: The same name

  private mutating func readNames() throws {
    var check = InterruptionCheck()
    nameOf.reserveCapacity(people.count)
    dateOf.reserveCapacity(people.count)
    for person in people {
      try check()
      nameOf.append(names.number(of: person))
      dateOf.append(person.birthDate.map { Int32($0.year * 512 + $0.month * 32 + $0.day) } ?? 0)
    }
    peopleOf = Array(repeating: [], count: names.count)
    for (place, name) in nameOf.enumerated() { peopleOf[Int(name)].append(Int32(place)) }
    for name in peopleOf.indices where peopleOf[name].count > 1 {
      try check()
      peopleOf[name].sort { (dateOf[Int($0)], $0) < (dateOf[Int($1)], $1) }
    }
  }

  /// Returns how many people of a name have no birth date.
  private func undatedCount(_ name: Int) -> Int {
    peopleOf[name].prefix { dateOf[Int($0)] == 0 }.count
  }

  /// Returns the people of a name by known birth dates.
  private func dated(_ name: Int) -> [[Int32]] {
    var groups: [[Int32]] = []
    for person in peopleOf[name] where dateOf[Int(person)] != 0 {
      if let last = groups.last?.first, dateOf[Int(last)] == dateOf[Int(person)] {
        groups[groups.count - 1].append(person)
      } else {
        groups.append([person])
      }
    }
    return groups
  }

  private mutating func findSameNames() throws {
    for name in peopleOf.indices where peopleOf[name].count > 1 {
      for group in dated(name) where group.count > 1 {
        guard let count = try pairs.add(each: group, .nameAndBirthDate) else { continue }
        pairs.leaveOut(.nameAndBirthDate, describe([name], group.first), count: count)
      }
    }
  }

  // MARK: Similar names

  /// The number of different names with one birth date that are compared each with each other.
  private static let mostOnOneDay = 300

  private mutating func findSimilarNames() throws {
    var wanted = Set(
      peopleOf.indices.filter { peopleOf[$0].first.map { dateOf[Int($0)] == 0 } ?? false })
    try findSimilarNamesOnOneDay(&wanted)
    guard !wanted.isEmpty else { return }
    let similar = try names.similar(to: wanted)
    for part in similar.leftOut {
      pairs.leaveOut(.similarName, part.text, count: part.pairs)
    }
    var check = InterruptionCheck()
    for name in wanted.sorted() {
      try check()
      for (other, distance) in similar.names(of: name).sorted(by: { $0.key < $1.key })
      where other >= name || !wanted.contains(other) {
        try addSimilar(name, other, distance)
      }
    }
  }

  /// Compares the names of people with the same birth date. Dates with very many names are not
  /// compared this way: their names are added to those that are looked up.
  private mutating func findSimilarNamesOnOneDay(_ wanted: inout Set<Int>) throws {
    var check = InterruptionCheck()
    let order = try nameOf.indices.filter { dateOf[$0] != 0 }
      .sortedUnlessInterrupted { (dateOf[$0], nameOf[$0]) < (dateOf[$1], nameOf[$1]) }
    var start = 0
    while start < order.count {
      var end = start
      /// The different names, with their people.
      var groups: [(name: Int, people: [Int32])] = []
      while end < order.count, dateOf[order[end]] == dateOf[order[start]] {
        let name = Int(nameOf[order[end]])
        if groups.last?.name != name { groups.append((name, [])) }
        groups[groups.count - 1].people.append(Int32(order[end]))
        end += 1
      }
      start = end
      guard groups.count <= Self.mostOnOneDay else {
        wanted.formUnion(groups.map(\.name))
        commonDates.insert(dateOf[order[end - 1]])
        continue
      }
      for (place, group) in groups.enumerated() {
        try check()
        if group.people.count > 1 { try addSimilar(group, group, 0) }
        for other in groups[(place + 1)...] {
          guard let distance = names.distance(group.name, other.name) else { continue }
          try addSimilar(group, other, distance)
        }
      }
    }
  }

  /// Adds the pairs of two groups of people with the same birth date.
  private mutating func addSimilar(
    _ group: (name: Int, people: [Int32]), _ other: (name: Int, people: [Int32]), _ distance: Int
  ) throws {
    let tooMany =
      group.name == other.name
      ? try pairs.add(each: group.people, .similar(distance))
      : try pairs.add(group.people, with: other.people, .similar(distance))
    guard let tooMany else { return }
    pairs.leaveOut(
      .similarName, describe([group.name, other.name], group.people.first), count: tooMany)
  }

  /// Adds the pairs of two names, which may be one, whose birth dates are not different. Those with
  /// the same birth date are added already, unless it is a common one.
  private mutating func addSimilar(_ name: Int, _ other: Int, _ distance: Int) throws {
    let (undated, otherUndated) = (undatedCount(name), undatedCount(other))
    let (all, others) = (peopleOf[name], peopleOf[other])
    let tooMany =
      name == other
      ? try pairs.add(
        each: Array(all.prefix(undated)), and: all.dropFirst(undated), .similar(distance))
      : try pairs.add(undated: (undated, otherUndated), all: (all, others), .similar(distance))
    if let tooMany {
      pairs.leaveOut(.similarName, describe([name, other], nil), count: tooMany)
    }
    guard !commonDates.isEmpty else { return }
    let groups = Dictionary(uniqueKeysWithValues: dated(other).map { (dateOf[Int($0[0])], $0) })
    for group in dated(name) where commonDates.contains(dateOf[Int(group[0])]) {
      guard let matching = groups[dateOf[Int(group[0])]] else { continue }
      try addSimilar((name, group), (other, matching), distance)
    }
  }

  /// Returns names, and the birth date of a person if it is what they have in common.
  private func describe(_ names: [Int], _ person: Int32?) -> String {
    var texts = names.map { self.names.text($0) }
    if texts.count == 2, texts[0] == texts[1] { texts.removeLast() }
    let date = person.flatMap { people[Int($0)].birthDate?.description }
    return (texts + [date].compactMap(\.self)).joined(separator: ", ")
  }
}
