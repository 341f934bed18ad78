import Hummingbird
import People

/// `/api/attributes`: the names of the attributes that people have, the most frequent first.
///
/// Of a large store some people are asked, who are spread over it, so that the answer takes no
/// longer the more there are.
struct AttributeRoutes {
  private let names: SharedAnswer<String>

  /// The number of people who are asked, in blocks of as many as there are blocks.
  private static let blockCount = 100
  /// The number of names, and the size of one.
  private static let nameCount = 500
  private static let nameSize = 255

  private struct Body: Encodable {
    let names: [String]
    /// Whether everybody was asked.
    let isWhole: Bool
  }

  init(store: PersonStore, limits: ServiceLimits) {
    names = SharedAnswer(of: store, limits) { transaction in
      JSONText.of(try Self.body(transaction.people.query))
    }
  }

  func add(to roles: RoleRoutes) {
    roles.read.get("attributes") { [names] _, context in
      Response(.ok, text: try await context.whileConnected { try await names.value() })
    }
  }

  private static func body(_ people: Query<Person>) throws -> Body {
    let most = blockCount * blockCount
    let isWhole = try people.take(most + 1).count() <= most
    var counts: [String: Int] = [:]
    for block in try isWhole ? [people] : blocks(people) {
      let found = try block.selectMany { $0.attributes.keys }.where { $0.utf8.count <= nameSize }
        .countBy { $0 }.take(nameCount).toArray()
      for (name, count) in found { counts[name, default: 0] += count }
    }
    let names = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }.map(\.key)
    return Body(names: Array(names.prefix(nameCount)), isWhole: isWhole)
  }

  /// Blocks of people that begin at equal distances between the lowest and the highest id.
  private static func blocks(_ people: Query<Person>) throws -> [Query<Person>] {
    guard let first = try people.min({ $0.id }), let last = try people.max({ $0.id }) else {
      return []
    }
    let count = Int64(blockCount)
    // Ids may be any numbers; the distance of two of them need not be one.
    let step = last / count - first / count
    return (0..<count).map { number in
      let start = first + number * step
      return people.where { $0.id >= start }.take(blockCount)
    }
  }
}
