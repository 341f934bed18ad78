import Foundation
import Hummingbird
import People
import PersonService

/// The routes that the load test measures, answered from an array: what a service without a store
/// can reach.
///
/// `memorypeople COUNT PORT`
@main
struct MemoryPeople {
  static func main() async throws {
    let arguments = CommandLine.arguments.dropFirst().compactMap { Int($0) }
    guard arguments.count == 2 else { fatalError("memorypeople COUNT PORT") }
    let people = (1...Int64(arguments[0])).map { id in
      Person(
        id: id, name: "Given\(id)", surname: "Surname\(id % 500)", age: Int(id % 90),
        email: "person\(id)@example.org", birthDate: CalendarDate("1950-01-01"))
    }
    let sorted = people.sorted { ($0.surname, $0.id) < ($1.surname, $1.id) }
    let router = Router()
    router.get("api/people") { _, _ in
      Response(json: PeoplePage.Body(people: sorted.prefix(50).map(PersonBody.init), next: "next"))
    }
    router.get("api/people/{id}") { _, context in
      let id = try context.parameters.require("id", as: Int.self)
      guard people.indices.contains(id - 1) else { throw HTTPError(.notFound) }
      let person = people[id - 1]
      return Response(json: PersonBody(person), headers: [.eTag: person.entityTag])
    }
    let application = Application(
      router: router,
      configuration: ApplicationConfiguration(address: .hostname("127.0.0.1", port: arguments[1])),
      onServerRunning: { channel in
        // `print` would keep the line while the output is a pipe.
        let line = "http://127.0.0.1:\(channel.localAddress?.port ?? 0)\n"
        FileHandle.standardOutput.write(Data(line.utf8))
      })
    try await application.runService()
  }
}
