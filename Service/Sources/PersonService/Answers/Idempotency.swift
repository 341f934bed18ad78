import Crypto
import Foundation
import HTTPTypes
import Hummingbird
import People

/// What a request that writes is answered with.
struct Answer: Sendable {
  let status: HTTPResponse.Status
  var location: String?
  var entityTag: String?
  let body: String

  init(_ status: HTTPResponse.Status, json: some Encodable) {
    self.init(status, text: JSONText.of(json))
  }

  /// An answer with a text that is JSON.
  init(_ status: HTTPResponse.Status, text: String) {
    self.status = status
    body = text
  }

  fileprivate init(_ stored: StoredAnswer) {
    status = HTTPResponse.Status(code: stored.status)
    (location, entityTag, body) = (stored.location, stored.entityTag, stored.body)
  }

  /// The response. A repeated answer says so in a header.
  func response(isRepeated: Bool = false) -> Response {
    var response = Response(status, text: body)
    if let location { response.headers[.location] = location }
    if let entityTag { response.headers[.eTag] = entityTag }
    if isRepeated { response.headers[.idempotencyReplayed] = "true" }
    return response
  }
}

extension Request {
  /// Reads the body as JSON, and the key under which the answer is kept, if the request has one.
  func keyedJSON<Body: RequestBody>(
    _ type: Body.Type, upTo limit: Int, _ context: ServiceContext
  ) async throws -> (Body, RequestKey?) {
    let bytes = try await json(upTo: limit)
    let key = try RequestKey(self, context, body: SHA256.hash(data: bytes))
    return (try type.init(json: bytes), key)
  }
}

/// The `Idempotency-Key` of a request, and the hash of what it asks for.
struct RequestKey: Sendable {
  private let key: String
  private let hash: String

  /// Reads the key; nil if the request has none.
  ///
  /// - Parameter body: the hash of the body.
  init?(_ request: Request, _ context: ServiceContext, body: SHA256Digest) throws {
    guard let key = request.headers[.idempotencyKey] else { return nil }
    guard (1...255).contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7E).contains($0) })
    else {
      throw Problem.parameter(
        "Idempotency-Key", String(key.prefix(60)),
        "must be 1 to 255 visible ASCII characters, without spaces")
    }
    self.key = "\(context.client) \(key)"
    let target = Data("\(request.method) \(request.uri)\n".utf8)
    hash = Data(SHA256.hash(data: target + Data(body))).base64EncodedString()
  }

  /// Returns the answer that the request has got before; nil if there is none.
  ///
  /// - Throws: a problem with status 422 if the key was used for another request.
  func answer(in transaction: StoreTransaction) throws -> Answer? {
    let answers = transaction.rows(of: StoredAnswer.table)
    guard let found = try answers.where({ [key] in $0.key == key }).firstOrNil() else { return nil }
    guard found.request == hash else {
      throw Problem(
        .unprocessableContent, "idempotency-key", "The Idempotency-Key belongs to another request")
    }
    return Answer(found)
  }

  /// Stores the answer, in the transaction that does what the request asks for. Old answers of all
  /// clients are deleted.
  func store(_ answer: Answer, in transaction: StoreTransaction) throws {
    let answers = transaction.rows(of: StoredAnswer.table)
    let now = Int(Date().timeIntervalSince1970)
    try answers.where { $0.answered < now - StoredAnswer.lifetime }.delete()
    _ = try answers.insert(
      StoredAnswer(
        key: key, request: hash, status: answer.status.code, location: answer.location,
        entityTag: answer.entityTag, body: answer.body, answered: now))
  }
}

extension PersonStore {
  /// Runs `body` in a transaction, or repeats the answer that a request with the same key has got.
  func answer(
    to key: RequestKey?, _ body: @escaping @Sendable (StoreTransaction) throws -> Answer
  ) async throws -> Response {
    try await write(retrying: 20) { transaction in
      if let repeated = try key?.answer(in: transaction) {
        return repeated.response(isRepeated: true)
      }
      let answer = try body(transaction)
      try key?.store(answer, in: transaction)
      return answer.response()
    }
  }
}

extension HTTPField.Name {
  static let idempotencyKey = HTTPField.Name("Idempotency-Key")!
  fileprivate static let idempotencyReplayed = HTTPField.Name("Idempotency-Replayed")!
}
