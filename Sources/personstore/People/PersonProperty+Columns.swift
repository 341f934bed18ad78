internal import ArgumentParser
internal import Foundation

extension PersonProperty {
  /// Returns the columns of `--columns`, an attribute with the heading that the user gave it; the
  /// fields without the option.
  static func columns(_ names: String?) throws -> [(heading: String, property: PersonProperty)] {
    guard let names else { return fields.map { ($0.name, $0) } }
    var chosen: [(heading: String, property: PersonProperty)] = []
    for part in names.split(separator: ",", omittingEmptySubsequences: false) {
      let name = part.trimmingCharacters(in: .whitespaces)
      guard !name.isEmpty else {
        throw ValidationError("--columns has names with commas between them: name,surname,party.")
      }
      let property = try named(name)
      guard !chosen.contains(where: { $0.property == property }) else {
        throw ValidationError("--columns has \(name) twice.")
      }
      chosen.append((fields.contains(property) ? property.name : name, property))
    }
    return chosen
  }
}
