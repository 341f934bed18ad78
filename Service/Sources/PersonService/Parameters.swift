import Foundation
import Hummingbird

/// The parameters in the address of a request. One that is not known is a mistake, and so is one
/// that is given twice.
struct Parameters {
  private var values: [String: String] = [:]

  /// - Parameters:
  ///   - known: the names of the parameters.
  ///   - prefixes: texts with which further names begin.
  init(_ request: Request, known: Set<String>, prefixes: [String] = []) throws {
    for part in (request.uri.query ?? "").split(separator: "&") {
      let parts = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      let name = try Self.decoded(parts[0], in: "the name of a parameter")
      let value = try parts.count == 1 ? "" : Self.decoded(parts[1], in: name)
      guard known.contains(name) || prefixes.contains(where: name.hasPrefix) else {
        throw Problem.parameter(name, value, Self.advice(known, prefixes))
      }
      guard values.updateValue(value, forKey: name) == nil else {
        throw Problem.parameter(name, value, "is given twice")
      }
    }
  }

  /// Says which parameters there are.
  private static func advice(_ known: Set<String>, _ prefixes: some Sequence<String>) -> String {
    let names = known.sorted() + prefixes.map { "\($0)NAME" }.sorted()
    return "is no parameter of this request"
      + (names.isEmpty ? "" : ", which has \(names.joined(separator: ", "))")
  }

  /// Returns the text that a form or a script writes in an address: `+` is a space.
  private static func decoded(_ text: Substring, in name: String) throws -> String {
    // A mark after the sign is one character with it.
    let bytes = text.utf8.map { $0 == UInt8(ascii: "+") ? UInt8(ascii: " ") : $0 }
    let text = String(decoding: bytes, as: UTF8.self)
    guard let decoded = text.removingPercentEncoding else {
      throw Problem.parameter(name, text, "is no text in UTF-8 with percent encoding")
    }
    return decoded
  }

  subscript(name: String) -> String? { values[name] }

  /// The values of the parameters whose names begin with a text, by the rest of their names.
  func values(after prefix: String) -> [String: String] {
    values.reduce(into: [:]) { found, value in
      guard value.key.hasPrefix(prefix) else { return }
      found[String(value.key.dropFirst(prefix.count))] = value.value
    }
  }

  /// A whole number.
  func number(_ name: String, _ range: ClosedRange<Int>) throws -> Int? {
    guard let text = values[name] else { return nil }
    guard let number = Int(text), range.contains(number) else {
      throw Problem.parameter(
        name, text, "must be a number from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  /// `true` or `false`.
  ///
  /// - Parameter isOn: what it is if it is not given.
  func flag(_ name: String, default isOn: Bool = false) throws -> Bool {
    guard let text = values[name] else { return isOn }
    guard let value = Bool(text) else {
      throw Problem.parameter(name, text, "must be true or false")
    }
    return value
  }

  /// One of the values of an enumeration.
  func choice<Choice: RawRepresentable<String> & CaseIterable>(
    _ name: String, _ type: Choice.Type
  ) throws -> Choice? {
    guard let text = values[name] else { return nil }
    guard let choice = Choice(rawValue: text) else {
      let all = Choice.allCases.map(\.rawValue).joined(separator: ", ")
      throw Problem.parameter(name, text, "must be one of \(all)")
    }
    return choice
  }
}
