import Hummingbird

/// A problem document (RFC 9457), the body of every error response.
///
/// ```json
/// {"type": "/problems/invalid", "title": "The person is not valid", "status": 422,
///  "errors": [{"field": "age", "value": "-1", "reason": "must not be negative"}]}
/// ```
struct Problem: HTTPResponseError, Sendable {
  /// A problem with one field of a request.
  struct Field: Codable, Sendable, Hashable {
    let field: String
    let value: String?
    let reason: String
  }

  /// The place of a mistake in the text of a chain. Lines and columns are counted from 1.
  struct Place: Codable, Sendable, Hashable {
    let line: Int
    let column: Int
    /// The line of the mistake, and a line with carets under it.
    let caret: String
  }

  let status: HTTPResponse.Status
  /// The kind of the problem, the last part of its type.
  let kind: String
  let title: String
  var detail: String?
  var fields: [Field] = []
  var place: Place?
  var headers: HTTPFields = [:]

  init(
    _ status: HTTPResponse.Status, _ kind: String, _ title: String, detail: String? = nil
  ) {
    self.status = status
    self.kind = kind
    self.title = title
    self.detail = detail
  }

  /// A value of the query or of a header of the request that cannot be used.
  static func parameter(_ name: String, _ value: String, _ reason: String) -> Problem {
    var problem = Problem(.badRequest, "parameter", "A parameter of the request cannot be used")
    problem.fields = [Field(field: name, value: value, reason: reason)]
    return problem
  }

  /// Values of the body that are not valid.
  static func invalid(_ fields: [Field]) -> Problem {
    var problem = Problem(.unprocessableContent, "invalid", "The values are not valid")
    problem.fields = fields
    return problem
  }

  /// A chain that took longer than it may.
  static func tooSlow(_ limit: Duration) -> Problem {
    Problem(
      .contentTooLarge, "too-slow", "The chain runs longer than \(limit / .seconds(1)) s")
  }

  /// The service is not able to answer now.
  ///
  /// - Parameter pause: the number of seconds after which a client may try again.
  static func unavailable(_ kind: String, _ title: String, after pause: Int) -> Problem {
    var problem = Problem(.serviceUnavailable, kind, title)
    problem.headers[.retryAfter] = "\(pause)"
    return problem
  }

  /// The number of fields that a document names at most. A small body can have very many.
  private static let namedFields = 100

  /// The text of the document.
  var json: String {
    let document = Document(
      type: "/problems/\(kind)", title: title, status: status.code, detail: detail,
      errors: fields.isEmpty ? nil : Array(fields.prefix(Self.namedFields)), place: place)
    return JSONText.of(document)
  }

  private struct Document: Encodable {
    let type: String
    let title: String
    let status: Int
    let detail: String?
    let errors: [Field]?
    let place: Place?
  }

  func response(from request: Request, context: some RequestContext) throws -> Response {
    var headers = headers
    headers[.contentType] = "application/problem+json"
    return Response(
      status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: json)))
  }
}
