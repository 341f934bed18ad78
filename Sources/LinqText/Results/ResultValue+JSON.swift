internal import Foundation
internal import StoreSupport

extension ResultValue {
  /// The value as JSON on one line. A row is an object, a tuple is an array, a group is `{"key": …,
  /// "items": […]}` and nil is null.
  public var json: String {
    var text = ""
    write(to: &text)
    return text
  }

  private func write(to text: inout String) {
    switch self {
    case .null: text += "null"
    case .bool(let value): text += value ? "true" : "false"
    case .integer(let value): text += String(value)
    // JSON has no infinities, so they are written as strings.
    case .double(let value): text += value.isFinite ? String(value) : "\"\(value)\""
    case .decimal(let value): text += value.isNaN ? "\"nan\"" : "\(value)"
    case .text(let value): text.appendJSON(value)
    case .object(let properties):
      text += "{"
      for (index, property) in properties.enumerated() {
        if index > 0 { text += "," }
        text.appendJSON(property.name)
        text += ":"
        property.value.write(to: &text)
      }
      text += "}"
    case .tuple(let values), .array(let values): Self.write(values, to: &text)
    case .group(let key, let items):
      text += "{\"key\":"
      key.write(to: &text)
      text += ",\"items\":"
      Self.write(items, to: &text)
      text += "}"
    }
  }

  private static func write(_ values: [ResultValue], to text: inout String) {
    text += "["
    for (index, value) in values.enumerated() {
      if index > 0 { text += "," }
      value.write(to: &text)
    }
    text += "]"
  }
}
