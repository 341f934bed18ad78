import Hummingbird
import People

/// `/api/letters`: the first letters of the surnames, each with the number of people.
struct LetterRoutes {
  let store: PersonStore

  struct Letter: Codable {
    let letter: String
    let people: Int
  }

  func add(to roles: RoleRoutes) {
    roles.read.get("letters") { _, context in
      let letters = try await context.whileConnected {
        try await store.people.groupBy { $0.surname.prefix(1) }
          .select { ($0.key, $0.count) }.sort { $0.0 }.toArray()
      }
      return Response(json: letters.map { Letter(letter: String($0.0), people: $0.1) })
    }
  }
}
