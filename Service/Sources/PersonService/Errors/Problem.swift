public import Foundation
public import Hummingbird

/// A problem document (RFC 9457), the body of every error response.
///
/// ```json
/// {"type": "/problems/invalid", "title": "The person is not valid", "status": 422,
///  "errors": [{"field": "age", "value": "-1", "reason": "must not be negative"}]}
/// ```
public struct Problem: HTTPResponseError, Sendable {
  /// A problem with one field of a request.
  public struct Field: Codable, Sendable, Hashable {
    public let field: String
    public let value: String?
    public let reason: String
  }

  /// The place of a mistake in the text of a chain. Lines and columns are counted from 1.
  public struct Place: Codable, Sendable, Hashable {
    public let line: Int
    public let column: Int
    /// The line of the mistake, and a line with carets under it.
    public let caret: String
  }

  public let status: HTTPResponse.Status
  /// The kind of the problem, the last part of its type.
  public let kind: String
  public let title: String
  public var detail: String?
  public var fields: [Field] = []
  public var place: Place?
  public var headers: HTTPFields = [:]

  public init(
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

  /// The text of the document.
  public var json: String {
    let document = Document(
      type: "/problems/\(kind)", title: title, status: status.code, detail: detail,
      errors: fields.isEmpty ? nil : fields, place: place)
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

  public func response(from request: Request, context: some RequestContext) throws -> Response {
    var headers = headers
    headers[.contentType] = "application/problem+json"
    return Response(
      status: status, headers: headers, body: ResponseBody(byteBuffer: ByteBuffer(string: json)))
  }
}
