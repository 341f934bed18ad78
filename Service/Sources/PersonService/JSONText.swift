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
