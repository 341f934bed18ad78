internal import ArgumentParser
internal import LinqCore
internal import People

/// New values of a person's fields and attributes, as they are written on the command line:
/// `surname=Lovelace birthDate=1815-12-10 phone=…`.
struct PersonAssignments {
  private let values: [(property: PersonProperty, text: String)]
  /// The attributes that are named as such.
  private let explicit: Set<PersonProperty>

  /// Reads assignments.
  ///
  /// - Throws: `ValidationError` for an argument that is no assignment, and for a property with two
  ///   values.
  init(_ arguments: [String]) throws {
    var values: [(property: PersonProperty, text: String)] = []
    var explicit: Set<PersonProperty> = []
    for argument in arguments {
      guard let sign = argument.firstIndex(of: "=") else {
        throw ValidationError("'\(argument)' gives no value: write field=value.")
      }
      let property = try PersonProperty.named(String(argument[..<sign]))
      guard !values.contains(where: { $0.property == property }) else {
        throw ValidationError("\(property.name) is given twice.")
      }
      values.append((property, String(argument[argument.index(after: sign)...])))
      if argument.hasPrefix(PersonProperty.prefix) { explicit.insert(property) }
    }
    self.values = values
    self.explicit = explicit
  }

  /// Whether a property is given.
  func contains(_ property: PersonProperty) -> Bool {
    values.contains { $0.property == property }
  }

  /// The attributes whose names look like misspelled fields, and these fields.
  var likelyMistakes: [(given: PersonProperty, meant: PersonProperty)] {
    values.compactMap { value in
      guard !value.text.isEmpty, !explicit.contains(value.property),
        let meant = value.property.intendedField
      else { return nil }
      return (value.property, meant)
    }
  }

  /// Tells about attributes that were probably meant to be fields.
  func warn() {
    for (given, meant) in likelyMistakes {
      Terminal.say(
        "note: \(given.name) is no field and is kept as an attribute; did you mean "
          + "\(meant.name)?")
    }
  }

  /// Writes the values into a person. An empty value takes the old one away.
  ///
  /// - Throws: `ValidationError` for a text that is no value of its field.
  func apply(to person: inout Person) throws {
    for (property, text) in values {
      let value = text.isEmpty ? nil : text
      switch property {
      case .id:
        guard let id = Int64(text), (1...Person.highestID).contains(id) else {
          throw refusal(property, text, "a whole number from 1 to \(Person.highestID)")
        }
        person.id = id
      case .name:
        guard let value else { throw ValidationError("name must not be empty.") }
        person.name = value
      case .surname: person.surname = text
      case .age:
        person.age = try value.map {
          guard let age = Int($0) else { throw refusal(property, $0, "a whole number") }
          return age
        }
      case .email: person.email = value
      case .birthDate:
        person.birthDate = try value.map {
          guard let day = CalendarDate($0) else {
            throw refusal(property, $0, "a day of the calendar, YYYY-MM-DD")
          }
          return day
        }
      case .attribute(let key): person.attributes[key] = value
      }
    }
  }

  private func refusal(
    _ property: PersonProperty, _ text: String, _ expected: String
  ) -> ValidationError {
    ValidationError("\(property.name) is \(expected), not '\(text)'.")
  }
}
