extension DecodingError {
  /// What is wrong with JSON, in a few words: `the value of 'city' is no String`.
  var shortReason: String {
    func value(_ context: Context) -> String {
      let path = context.codingPath.map(\.stringValue).joined(separator: ".")
      return path.isEmpty ? "it" : "the value of '\(path)'"
    }
    switch self {
    case .keyNotFound(let key, _): return "it has no '\(key.stringValue)'"
    case .typeMismatch(let type, let context):
      return "\(value(context)) is no \(Self.name(of: type))"
    case .valueNotFound(let type, let context):
      return "\(value(context)) is null, and no \(Self.name(of: type))"
    case .dataCorrupted(let context) where context.codingPath.isEmpty: return "it is no JSON"
    case .dataCorrupted(let context): return "\(value(context)) is not valid"
    @unknown default: return "it is not valid"
    }
  }

  /// The name of a type as a program writes it; an object is a dictionary of anything.
  private static func name(of type: any Any.Type) -> String {
    type == [String: Any].self ? "object" : "\(type)"
  }
}
