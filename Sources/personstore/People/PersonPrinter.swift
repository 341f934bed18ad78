internal import People
internal import StoreSupport

/// Prints people with each field and each attribute on a line of its own.
struct PersonPrinter {
  /// Whether each person is an object of JSON on one line.
  let isJSON: Bool

  func print(_ people: [Person]) throws {
    for (index, person) in people.enumerated() {
      guard !isJSON else {
        try Output.write(jsonLine: person.result.json)
        continue
      }
      try Output.write((index > 0 ? "\n" : "") + text(of: person))
    }
  }

  /// On a terminal the values are below each other, and in a pipe a tab is before each.
  private func text(of person: Person) -> String {
    let properties =
      PersonProperty.fields + person.attributes.keys.sorted().map(PersonProperty.attribute)
    let isTable = Terminal.isOutputInteractive
    let names = properties.map { Terminal.printable($0.name) }
    let width = names.map(DisplayWidth.of).max() ?? 0
    var lines = ""
    for (property, name) in zip(properties, names) {
      let value = property.value(of: person).text
      guard isTable else {
        let plain = [property.name, value].map {
          ControlCharacters.escaped($0, unambiguously: true)
        }
        lines += plain.joined(separator: "\t") + "\n"
        continue
      }
      guard !value.isEmpty else {
        lines += name + "\n"
        continue
      }
      lines += DisplayWidth.pad(name, to: width) + "  " + Terminal.printable(value) + "\n"
    }
    return lines
  }
}
