import Foundation
package import HTTPTypes
package import Hummingbird
import NIOCore

/// JSON as the service writes it: keys in order, no escaped slashes.
enum JSONText {
  static func of(_ value: some Encodable) -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    // What the service writes are structs of texts and numbers, which always have a JSON form.
    guard let data = try? encoder.encode(value) else { return "null" }
    return String(decoding: data, as: UTF8.self)
  }
}

extension Response {
  /// A response with a JSON body.
  package init(
    _ status: HTTPResponse.Status = .ok, json: some Encodable, headers: HTTPFields = [:]
  ) {
    self.init(status, text: JSONText.of(json), headers: headers)
  }

  /// A response with a text that is JSON.
  init(_ status: HTTPResponse.Status, text: String, headers: HTTPFields = [:]) {
    var headers = headers
    headers[.contentType] = "application/json; charset=utf-8"
    self.init(
      status: status, headers: headers,
      body: ResponseBody(byteBuffer: ByteBuffer(string: text)))
  }
}

extension Request {
  /// Reads the body as JSON.
  func json<Body: RequestBody>(_ type: Body.Type, upTo limit: Int) async throws -> Body {
    try type.init(json: await json(upTo: limit))
  }

  /// Reads the bytes of a body that is JSON.
  func json(upTo limit: Int) async throws -> Data {
    // A page of another site can send other types without being asked first.
    guard headers[.contentType]?.lowercased().hasPrefix("application/json") == true else {
      throw Problem(
        .unsupportedMediaType, "type", "The body of the request must be application/json")
    }
    return try await bytes(upTo: limit)
  }

  /// Reads the bytes of the body.
  func bytes(upTo limit: Int) async throws -> Data {
    do {
      return Data(try await body.collect(upTo: limit).readableBytesView)
    } catch is NIOTooManyBytesError {
      throw Problem.tooLarge(limit)
    }
  }
}

extension Problem {
  /// The problem of a body that is larger than a limit in bytes.
  static func tooLarge(_ limit: Int) -> Problem {
    Problem(.contentTooLarge, "too-large", "The body of the request is larger than \(limit) bytes")
  }
}
