internal import Foundation
internal import LinqCore
internal import StoreEngine
internal import StoreSupport

/// The names of the functions that return JSON of a type. Types whose names become the same text
/// get numbers.
private enum JSONFormNames {
  private static let types = Locked<[String: [ObjectIdentifier]]>([:])

  static func name(for type: Any.Type) -> String {
    let name =
      "swift_json_"
      + String(
        String(reflecting: type).map { $0.isASCII && ($0.isLetter || $0.isNumber) ? $0 : "_" })
    let number = types.withLock { types in
      let known = types[name, default: []]
      if let index = known.firstIndex(of: ObjectIdentifier(type)) { return index }
      types[name] = known + [ObjectIdentifier(type)]
      return known.count
    }
    return number == 0 ? name : "\(name)_\(number + 1)"
  }
}

/// The function that returns JSON of a type in the form that the library writes. Another program
/// may have written it with spaces, with keys in another order, or with null for nil.
///
/// JSON that is no value of the type is returned unchanged. It equals no value, and is an error
/// when it is read.
private struct JSONForm<Content: ColumnValue & Codable>: AnyQueryFunction {
  let name: String
  let argumentCount = 1
  let canFail = false
  var resultType: Any.Type { Content.self }

  init() { name = JSONFormNames.name(for: Content.self) }

  var call: FunctionCall? {
    { arguments in
      guard let text = try arguments.text(0) else { return .null }
      var writer = RowWriter()
      guard let value = try? JSONDecoder().decode(Content.self, from: Data(text.utf8)),
        (try? value.write(to: &writer)) != nil
      else { return .text(text) }
      guard case .text(let form)? = writer.values.first else { return .text(text) }
      return .text(form)
    }
  }
}

extension SQLExpression {
  /// Returns the value in the form that the library writes, if it is JSON of a column or inside
  /// one. A server compares values of `jsonb` itself.
  func inJSONForm(_ type: Any.Type) -> SQLExpression {
    let type = unwrapped(type)
    guard !isParameter, !isTextOfServerJSON, isJSON(type),
      let type = type as? any (ColumnValue & Codable).Type
    else { return self }
    func form<Content: ColumnValue & Codable>(_ type: Content.Type) -> SQLExpression {
      .function(JSONForm<Content>(), [self])
    }
    return form(type)
  }
}

/// Returns whether values of a type are stored as JSON.
private func isJSON(_ type: Any.Type) -> Bool {
  if let type = type as? any JSONArray.Type { return type.isText }
  return type is any JSONColumnValue.Type || type is any JSONObject.Type
}
