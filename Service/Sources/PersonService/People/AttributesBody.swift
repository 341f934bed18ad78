/// The attributes of a person in the body of a request: an object of texts.
struct NewAttributes: Decodable {
  let texts: [String: String]

  init(from decoder: any Decoder) throws {
    texts = try Member.texts(from: decoder, allowsNull: false).compactMapValues { $0 }
  }
}

/// Changes of a person's attributes in the body of a request (RFC 7396): a text sets an attribute,
/// null takes it away, and others stay.
struct AttributesPatch: Decodable {
  private let texts: [String: String?]

  init(from decoder: any Decoder) throws {
    texts = try Member.texts(from: decoder, allowsNull: true)
  }

  /// Whether an attribute is set.
  var sets: Bool { texts.values.contains { $0 != nil } }

  func apply(to attributes: inout [String: String]) {
    for (name, text) in texts { attributes[name] = text }
  }
}

/// A member of an object of attributes.
private enum Member: Decodable {
  case null
  case text(String)
  case other

  init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if container.decodeNil() {
      self = .null
    } else if let text = try? container.decode(String.self) {
      self = .text(text)
    } else {
      self = .other
    }
  }

  /// Reads an object of texts.
  ///
  /// - Parameter allowsNull: whether a member may be null.
  /// - Throws: a problem that names each member that is something else.
  static func texts(from decoder: any Decoder, allowsNull: Bool) throws -> [String: String?] {
    let members: [String: Member]
    do {
      members = try [String: Member](from: decoder)
    } catch DecodingError.typeMismatch {
      throw Problem.invalid([
        .init(field: "attributes", value: nil, reason: "must be an object of texts")
      ])
    }
    var texts: [String: String?] = [:]
    var wrong: [String] = []
    for (name, member) in members {
      switch member {
      case .text(let text): texts.updateValue(text, forKey: name)
      case .null where allowsNull: texts.updateValue(nil, forKey: name)
      case .null, .other: wrong.append(name)
      }
    }
    guard wrong.isEmpty else {
      let reason = allowsNull ? "must be a text, or null to take it away" : "must be a text"
      throw Problem.invalid(
        wrong.sorted().map { .init(field: "attributes.\($0)", value: nil, reason: reason) })
    }
    return texts
  }
}
