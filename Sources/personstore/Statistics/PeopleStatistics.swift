internal import LinqCore
internal import LinqSQL
internal import LinqText
internal import People

/// The statistics of each field and each attribute of people. For a field, SQL counts and sorts its
/// values; attributes are counted while they are read, all of them at once.
struct PeopleStatistics {
  let count: Int
  let properties: [PropertyStatistics]

  init(_ people: Query<Person>) throws {
    count = try people.count()
    properties =
      try [
        Self.ids(people, count),
        Self.texts(.name, people.countBy { $0.name }),
        Self.texts(.surname, people.where { $0.surname != "" }.countBy { $0.surname }),
        Self.ages(people),
        Self.texts(.email, people.select { $0.email }.compacted().countBy { $0 }),
        Self.days(people),
      ] + Self.attributes(people)
  }

  private static func ids(_ people: Query<Person>, _ count: Int) throws -> PropertyStatistics {
    var counts = ValueCounts()
    // Each is there once: only the ends are of interest.
    if let lowest = try people.min({ $0.id }), let highest = try people.max({ $0.id }) {
      counts = ValueCounts(unique: count, .integer(lowest), .integer(highest))
    }
    return PropertyStatistics(.id, counts)
  }

  private static func texts(
    _ property: PersonProperty, _ values: Query<(String, Int)>
  ) throws -> PropertyStatistics {
    var counts = ValueCounts()
    try values.sort { $0.0 }.forEach { counts.add(text: $0, $1) }
    return PropertyStatistics(property, counts)
  }

  private static func ages(_ people: Query<Person>) throws -> PropertyStatistics {
    let values = try sorted(people.select { $0.age }.compacted().countBy { $0 })
    let median = values.middle().map { Double($0.lower + $0.upper) / 2 }
    return statistics(.age, values, median: median.map { .number($0) }) { .integer(Int64($0)) }
  }

  private static func days(_ people: Query<Person>) throws -> PropertyStatistics {
    let values = try sorted(people.select { $0.birthDate }.compacted().countBy { $0 })
    let median = values.middle()?.lower
    return statistics(.birthDate, values, median: median.map { .text($0.description) }) {
      .text($0.description)
    }
  }

  private static func sorted<Value: Comparable & Sendable>(
    _ values: Query<(Value, Int)>
  ) throws -> [(value: Value, count: Int)] {
    try values.sort { $0.0 }.toArray().map { (value: $0, count: $1) }
  }

  private static func statistics<Value>(
    _ property: PersonProperty, _ values: [(value: Value, count: Int)], median: ResultValue?,
    _ result: (Value) -> ResultValue
  ) -> PropertyStatistics {
    var counts = ValueCounts()
    for (value, count) in values { counts.add(result(value), count) }
    return PropertyStatistics(property, counts, median: median)
  }

  private static func attributes(_ people: Query<Person>) throws -> [PropertyStatistics] {
    var values: [String: [String: Int]] = [:]
    try people.where { !$0.attributes.isEmpty }.select { $0.attributes }.forEach { attributes in
      for (name, value) in attributes { values[name, default: [:]][value, default: 0] += 1 }
    }
    return values.sorted { $0.key < $1.key }.map { PropertyStatistics(attribute: $0, $1) }
  }
}
