import Foundation
import Hummingbird
import People

/// `/api/people`: people are listed, created, read, replaced, changed and deleted.
struct PeopleRoutes {
  let store: PersonStore
  let log: ChangeLog
  let limits: ServiceLimits

  func add(to roles: RoleRoutes) {
    roles.read.get("people", use: list)
    roles.read.get("people/{id}", use: read)
    roles.write.post("people", use: create)
    roles.write.put("people/{id}", use: replace)
    roles.write.patch("people/{id}", use: change)
    roles.write.delete("people/{id}", use: delete)
  }

  private func list(_ request: Request, _ context: ServiceContext) async throws -> Response {
    let page = try PeoplePage(
      Parameters(request, known: PeoplePage.parameters, prefixes: PeopleFilter.prefixes))
    // What no SQL can do, such as the order of a language on a server, reads within the limit.
    let people = try await context.whileConnected { [store, limits] in
      try await page.query(of: store.people.query)
        .policy(.allowFallback(maxRows: limits.rowsInMemory)).toArray()
    }
    let body = page.body(people)
    context.record.rows = body.people.count
    return Response(json: body)
  }

  private func create(_ request: Request, _ context: ServiceContext) async throws -> Response {
    let (new, key) = try await request.keyedJSON(NewPerson.self, upTo: limits.bodySize, context)
    let author = context.author
    return try await store.answer(to: key) { [log] transaction in
      let stored = try transaction.people.insert(new.person())
      let text = JSONText.of(PersonBody(stored))
      try log.record(
        .create, from: nil, to: stored, text: text, by: author, in: transaction)
      var answer = Answer(.created, text: text)
      (answer.location, answer.entityTag) = ("/api/people/\(stored.id)", stored.entityTag)
      return answer
    }
  }

  private func read(_ request: Request, _ context: ServiceContext) async throws -> Response {
    let id = try context.id()
    guard let person = try await store.people.find(id) else { throw Self.notFound(id) }
    if Preconditions(request).exclude(person.entityTag) {
      return Response(status: .notModified, headers: [.eTag: person.entityTag])
    }
    return response(person)
  }

  private func replace(_ request: Request, _ context: ServiceContext) async throws -> Response {
    let new = try await request.json(NewPerson.self, upTo: limits.bodySize)
    return try await update(request, context) { $0 = new.person(id: $0.id) }
  }

  private func change(_ request: Request, _ context: ServiceContext) async throws -> Response {
    let patch = try await request.json(
      PersonPatch.self, upTo: limits.bodySize, or: "application/merge-patch+json")
    return try await update(request, context) { [limits] person in
      patch.apply(to: &person)
      if patch.setsAttributes { try Self.check(person, isAtMost: limits.bodySize) }
    }
  }

  /// Throws a problem if a person is larger than a body may be: nobody could send it back. Patches
  /// could else add attributes without end.
  static func check(_ person: Person, isAtMost size: Int) throws {
    guard JSONText.of(PersonBody(person)).utf8.count > size else { return }
    throw Problem.invalid([
      .init(
        field: "attributes", value: nil,
        reason: "must not make the person larger than \(size) bytes")
    ])
  }

  /// Changes a stored person, if it still is the one that the client knows.
  private func update(
    _ request: Request, _ context: ServiceContext,
    _ change: @escaping @Sendable (inout Person) throws -> Void
  ) async throws -> Response {
    let (id, known) = (try context.id(), Preconditions(request))
    let author = context.author
    return try await store.write(retrying: 20) { [log] transaction in
      let before = try Self.known(transaction.people.find(id), id, known)
      var person = before
      try change(&person)
      try transaction.people.update(person)
      let stored = try transaction.people.find(id) ?? person
      let text = JSONText.of(PersonBody(stored))
      try log.record(
        .change, from: before, to: stored, text: text, by: author, in: transaction)
      return Response(.ok, text: text, headers: [.eTag: stored.entityTag])
    }
  }

  private func delete(_ request: Request, _ context: ServiceContext) async throws -> Response {
    let (id, known) = (try context.id(), Preconditions(request))
    let author = context.author
    try await store.write(retrying: 20) { [log] transaction in
      let person = try Self.known(transaction.people.find(id), id, known)
      try Self.delete(person, by: author, log, in: transaction)
    }
    return Response(status: .noContent)
  }

  /// Deletes a stored person, who comes into the trash.
  static func delete(
    _ person: Person, by author: ChangeAuthor, _ log: ChangeLog, in transaction: StoreTransaction
  ) throws {
    let groups = try log.isOn ? DeletedPerson.places(of: person.id, in: transaction) : []
    try transaction.people.delete(person.id)
    try log.record(
      .delete, from: person, to: nil, groups: groups, by: author, in: transaction)
  }

  /// Returns a stored person, if it is the one that a client knows.
  static func known(_ person: Person?, _ id: Int64, _ known: Preconditions) throws -> Person {
    guard let person else { throw notFound(id) }
    try Problem.check(known, person.entityTag, "Somebody else has changed the person meanwhile")
    return person
  }

  static func notFound(_ id: Int64) -> Problem {
    Problem(.notFound, "not-found", "There is no person with id \(id)")
  }

  private func response(_ person: Person) -> Response {
    Response(json: PersonBody(person), headers: [.eTag: person.entityTag])
  }
}

extension ServiceContext {
  /// The `id` in the path of the request.
  func id() throws -> Int64 {
    let text = try parameters.require("id")
    guard let id = Int64(text), id > 0 else {
      throw Problem(.notFound, "not-found", "There is nothing with id \(text)")
    }
    return id
  }
}
