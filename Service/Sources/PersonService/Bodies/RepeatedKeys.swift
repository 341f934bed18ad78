import Foundation

/// Returns the path of a key that an object has twice, in any form of Unicode; nil if none has.
///
/// - Parameter json: JSON that a decoder has accepted.
func repeatedKey(in json: Data) -> [String]? {
  var objects: [OpenObject] = []
  var isKey = false
  var index = json.startIndex
  while index < json.endIndex {
    switch json[index] {
    case UInt8(ascii: "{"):
      objects.append(OpenObject(keys: []))
      isKey = true
    case UInt8(ascii: "["):
      objects.append(OpenObject(keys: nil))
      isKey = false
    case UInt8(ascii: "}"), UInt8(ascii: "]"): _ = objects.popLast()
    case UInt8(ascii: ","): isKey = objects.last?.keys != nil
    case UInt8(ascii: ":"): isKey = false
    case UInt8(ascii: "\""):
      let start = index
      index += 1
      while index < json.endIndex, json[index] != UInt8(ascii: "\"") {
        index += json[index] == UInt8(ascii: "\\") ? 2 : 1
      }
      guard isKey, !objects.isEmpty, index < json.endIndex,
        let key = try? JSONDecoder().decode(String.self, from: json[start...index])
      else { break }
      objects[objects.count - 1].current = key
      guard objects[objects.count - 1].keys?.insert(key).inserted == true else {
        return objects.compactMap(\.current)
      }
    default: break
    }
    index += 1
  }
  return nil
}

/// An object or an array whose end has not been read.
private struct OpenObject {
  /// The keys so far; nil for an array.
  var keys: Set<String>?
  /// The last key.
  var current: String?
}
