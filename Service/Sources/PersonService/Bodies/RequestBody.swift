import Foundation

/// The body of a request. A field that it does not know is a mistake: it may be misspelled.
protocol RequestBody: Decodable, Sendable {
  /// The names of all fields.
  static var fields: Set<String> { get }
}

/// A body whose fields are all known.
struct CheckedBody<Body: RequestBody>: Decodable, Sendable {
  let body: Body

  private struct Key: CodingKey {
    let stringValue: String
    let intValue: Int? = nil
    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
  }

  init(from decoder: any Decoder) throws {
    for key in try decoder.container(keyedBy: Key.self).allKeys
    where !Body.fields.contains(key.stringValue) {
      throw DecodingError.dataCorrupted(
        .init(
          codingPath: decoder.codingPath + [key], debugDescription: "is no field of this request"))
    }
    body = try Body(from: decoder)
  }
}

extension RequestBody {
  /// Reads a body from JSON.
  init(json: Data) throws {
    self = try JSONDecoder().decode(CheckedBody<Self>.self, from: json).body
  }
}
