import Hummingbird
import People

/// `/api/letters`: the first letters of the surnames, each with the number of people.
struct LetterRoutes {
  private let letters: SharedAnswer<String>

  private struct Letter: Encodable {
    let letter: String
    let people: Int
  }

  init(store: PersonStore, limits: ServiceLimits) {
    letters = SharedAnswer(of: store, limits) { transaction in
      let counts = try transaction.people.query.groupBy { $0.surname.prefix(1) }
        .select { ($0.key, $0.count) }.sort { $0.0 }.toArray()
      return JSONText.of(counts.map { Letter(letter: String($0.0), people: $0.1) })
    }
  }

  func add(to roles: RoleRoutes) {
    roles.read.get("letters") { [letters] _, context in
      Response(.ok, text: try await context.whileConnected { try await letters.value() })
    }
  }
}
