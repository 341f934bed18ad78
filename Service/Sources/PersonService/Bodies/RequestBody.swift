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
    do {
      self = try JSONDecoder().decode(CheckedBody<Self>.self, from: json).body
    } catch DecodingError.dataCorrupted(let context) where context.codingPath.isEmpty {
      // Foundation calls JSON not valid, too, if a number is not of its field's type.
      guard let value = try? JSONSerialization.jsonObject(with: json),
        let path = pathOfOtherNumber(in: value)
      else { throw DecodingError.dataCorrupted(context) }
      throw DecodingError.dataCorrupted(
        .init(codingPath: path.map(JSONKey.init), debugDescription: "is no whole number"))
    }
    if let path = repeatedKey(in: json) {
      throw DecodingError.dataCorrupted(
        .init(codingPath: path.map(JSONKey.init), debugDescription: "occurs twice"))
    }
  }
}

/// Returns the path of the first number that is no `Int`, in the order of the keys; nil if there is
/// none.
private func pathOfOtherNumber(in value: Any) -> [String]? {
  switch value {
  case let object as [String: Any]:
    for (key, value) in object.sorted(by: { $0.key < $1.key }) {
      if let path = pathOfOtherNumber(in: value) { return [key] + path }
    }
  case let array as [Any]:
    for (index, value) in array.enumerated() {
      if let path = pathOfOtherNumber(in: value) { return [String(index)] + path }
    }
  case let number as NSNumber: if Int(exactly: number) == nil { return [] }
  default: break
  }
  return nil
}
