internal import ArgumentParser
internal import Foundation

extension PersonProperty {
  /// Returns the columns of `--columns`, an attribute with the heading that the user gave it; the
  /// fields without the option.
  static func columns(_ names: String?) throws -> [(heading: String, property: PersonProperty)] {
    try names.map { try list($0, of: "--columns") } ?? fields.map { ($0.name, $0) }
  }

  /// Returns the properties that an option names, with commas between them.
  static func list(
    _ names: String, of option: String
  ) throws -> [(heading: String, property: PersonProperty)] {
    var chosen: [(heading: String, property: PersonProperty)] = []
    for part in names.split(separator: ",", omittingEmptySubsequences: false) {
      let name = part.trimmingCharacters(in: .whitespaces)
      guard !name.isEmpty else {
        throw ValidationError("\(option) has names with commas between them: city,party.")
      }
      let property = try named(name)
      guard !chosen.contains(where: { $0.property == property }) else {
        throw ValidationError("\(option) has \(name) twice.")
      }
      chosen.append((fields.contains(property) ? property.name : name, property))
    }
    return chosen
  }
}
