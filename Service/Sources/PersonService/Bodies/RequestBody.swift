import Foundation

/// The body of a request. A field that it does not know is a mistake: it may be misspelled.
protocol RequestBody: Decodable, Sendable {
  /// The names of all fields.
  static var fields: Set<String> { get }
}

/// A key of an object in JSON.
struct JSONKey: CodingKey {
  let stringValue: String
  let intValue: Int? = nil
  init(stringValue: String) { self.stringValue = stringValue }
  init?(intValue: Int) { nil }
}

/// A body whose fields are all known.
struct CheckedBody<Body: RequestBody>: Decodable, Sendable {
  let body: Body

  init(from decoder: any Decoder) throws {
    for key in try decoder.container(keyedBy: JSONKey.self).allKeys
    where !Body.fields.contains(key.stringValue) {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath + [key], debugDescription: "is no field of this request"))
    }
    body = try Body(from: decoder)
  }
}

extension RequestBody {
  /// Reads a body from JSON. A key that an object has twice is a mistake: one of its values would
  /// be lost.
  init(json: Data) throws {
    guard !json.prefix(4).contains(0) else {
      throw DecodingError.dataCorrupted(.init(codingPath: [], debugDescription: "is not UTF-8"))
    }
    self = try JSONDecoder().decode(CheckedBody<Self>.self, from: json).body
    if let path = repeatedKey(in: json) {
      throw DecodingError.dataCorrupted(
        .init(codingPath: path.map(JSONKey.init), debugDescription: "occurs twice"))
    }
  }
}
