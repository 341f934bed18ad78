import Foundation
import HTTPTypes
import Hummingbird
import People

/// `/api/people/batch`: many people are changed in the same way, or deleted, all or none.
struct BatchRoutes {
  let store: PersonStore
  let log: ChangeLog
  let limits: ServiceLimits

  /// The number of people of one request.
  private static let most = 10_000

  /// The body of a request: who, and what becomes of them.
  private struct Batch: RequestBody {
    static let fields: Set<String> = ["ids", "change", "delete"]

    let ids: [Int64]
    /// The fields that are changed, as in a `PATCH` of one person.
    let change: CheckedBody<PersonPatch>?
    let delete: Bool?

    /// Checks that it says one thing.
    func check() throws {
      func problem(_ field: String, _ reason: String) -> Problem {
        .invalid([.init(field: field, value: nil, reason: reason)])
      }
      guard !ids.isEmpty, ids.count <= most else {
        throw problem("ids", "must be 1 to \(most) ids")
      }
      guard (change != nil) != (delete == true) else {
        throw problem("change", "must be given, or delete must be true, and not both")
      }
    }
  }

  private struct Outcome: Encodable {
    /// The ids of the people who are changed or deleted. Those whose values were so before are
    /// among them.
    var done: [Int64] = []
    /// The ids that nobody has any more.
    var missing: [Int64] = []
  }

  func add(to roles: RoleRoutes) {
    roles.write.post("people/batch", use: run)
  }

  private func run(_ request: Request, _ context: ServiceContext) async throws -> Response {
    let (batch, key) = try await request.keyedJSON(Batch.self, upTo: limits.bodySize, context)
    try batch.check()
    let author = context.author
    let response = try await store.answer(to: key) { transaction in
      var outcome = Outcome()
      for id in Set(batch.ids).sorted() {
        guard let person = try transaction.people.find(id) else {
          outcome.missing.append(id)
          continue
        }
        do {
          try apply(batch, to: person, by: author, in: transaction)
        } catch let error as RowError {
          // The client must know whom it is about.
          var problem = Problem(error)
          problem.detail = "Person \(id): " + (problem.detail ?? problem.title)
          throw problem
        }
        outcome.done.append(id)
      }
      return Answer(.ok, json: outcome)
    }
    context.record.rows = batch.ids.count
    return response
  }

  private func apply(
    _ batch: Batch, to person: Person, by author: ChangeAuthor, in transaction: StoreTransaction
  ) throws {
    guard let patch = batch.change?.body else {
      return try PeopleRoutes.delete(person, by: author, log, in: transaction)
    }
    var changed = person
    patch.apply(to: &changed)
    if patch.setsAttributes { try PeopleRoutes.check(changed, isAtMost: limits.bodySize) }
    guard changed != person else { return }
    try transaction.people.update(changed)
    let stored = try transaction.people.find(person.id) ?? changed
    try log.record(.change, from: person, to: stored, by: author, in: transaction)
  }
}
