import Foundation
import Hummingbird
import People

/// `/api/duplicates`: people who may be one; `/api/people/{id}/merge`: two people become one.
struct DuplicateRoutes {
  let store: PersonStore
  /// The store with the connections of chains.
  let reader: PersonStore
  let chains: Chains
  let log: ChangeLog
  let limits: ServiceLimits

  /// Two people who may be one, with the entity tags of both.
  private struct Pair: Encodable {
    let first: PersonBody
    let firstTag: String
    let second: PersonBody
    let secondTag: String
    let matches: [DuplicateMatch]

    init(_ pair: Duplicates.Pair) {
      (first, firstTag) = (PersonBody(pair.first), pair.first.entityTag)
      (second, secondTag) = (PersonBody(pair.second), pair.second.entityTag)
      matches = pair.matches
    }
  }

  private struct Found: Encodable {
    /// The number of all pairs.
    let count: Int
    let pairs: [Pair]
    let leftOut: [Duplicates.LeftOut]

    init(_ found: Duplicates) {
      (count, leftOut) = (found.count, found.leftOut)
      pairs = found.pairs.map(Pair.init)
    }
  }

  /// The body of a request to merge.
  private struct Merge: RequestBody {
    static let fields: Set<String> = ["from", "fromTag", "take"]

    /// The id of the person who is removed.
    let from: Int64
    /// The entity tag by which the client knows that person; nil for any.
    let fromTag: String?
    /// The fields that are taken from that person.
    let take: [String]?

    func taken() throws -> Set<PersonMerge.Field> {
      Set(
        try (take ?? []).map { key in
          guard let field = PersonMerge.Field(key: key) else {
            throw Problem.invalid([
              .init(
                field: "take", value: key,
                reason: "must be name, surname, age, email, birthDate or attributes. with a name")
            ])
          }
          return field
        })
    }
  }

  /// What became of two people.
  private struct Merged: Encodable {
    let person: PersonBody
    let removed: Int64
    let choices: [PersonMerge.Choice]
    let groups: [String]

    init(_ merge: PersonMerge) {
      (person, removed) = (PersonBody(merge.person), merge.removed.id)
      (choices, groups) = (merge.choices, merge.groups)
    }
  }

  func add(to roles: RoleRoutes) {
    roles.read.get("duplicates", use: list)
    roles.write.post("people/{id}/merge", use: merge)
  }

  private func list(_ request: Request, _ context: ServiceContext) async throws -> Response {
    let parameters = try Parameters(request, known: ["by", "limit"])
    let limit = try parameters.number("limit", 1...1000) ?? 50
    let criteria = try Self.criteria(parameters["by"])
    let most = limits.rowsInMemory
    let found = try await chains.run(for: context) { [reader] in
      let people = try await reader.people.take(most + 1).toArray()
      guard people.count <= most else { throw QueryError.tooManyRows(limit: most) }
      return try await Query(people).duplicates(by: criteria, limit: limit)
    }
    return Response(json: Found(found))
  }

  private static func criteria(_ text: String?) throws -> Set<DuplicateCriterion> {
    guard let text else { return Set(DuplicateCriterion.allCases) }
    return Set(
      try text.split(separator: ",", omittingEmptySubsequences: false).map { name in
        guard let criterion = DuplicateCriterion(rawValue: String(name)) else {
          let all = DuplicateCriterion.allCases.map(\.rawValue).joined(separator: ", ")
          throw Problem.parameter("by", text, "must be some of \(all), with commas")
        }
        return criterion
      })
  }

  private func merge(_ request: Request, _ context: ServiceContext) async throws -> Response {
    let id = try context.id()
    let (body, key) = try await request.keyedJSON(Merge.self, upTo: limits.bodySize, context)
    let (fields, known) = (try body.taken(), Preconditions(request))
    let author = context.author
    return try await store.answer(to: key) { [limits, log] transaction in
      _ = try PeopleRoutes.known(transaction.people.find(id), id, known)
      let from = Preconditions(match: body.fromTag)
      _ = try PeopleRoutes.known(transaction.people.find(body.from), body.from, from)
      let groups = try log.isOn ? DeletedPerson.places(of: body.from, in: transaction) : []
      let merge = try transaction.merge(body.from, into: id, taking: fields)
      try PeopleRoutes.check(merge.person, isAtMost: limits.bodySize)
      try log.record(
        .merge, from: merge.removed, to: nil, other: id, groups: groups, by: author,
        in: transaction)
      try log.record(
        .merge, from: merge.kept, to: merge.person, other: body.from, by: author, in: transaction)
      var answer = Answer(.ok, json: Merged(merge))
      answer.entityTag = merge.person.entityTag
      return answer
    }
  }
}
