internal import ArgumentParser
internal import LinqCore
internal import People

/// The option of commands that show people in the order of a language.
struct PeopleOrder: ParsableArguments {
  @Option(
    help: "The language in whose order surnames and names are, such as sv or de-CH.")
  var locale: String?

  func validate() throws {
    if let locale, !LocalizedText.isKnown(locale: locale) {
      throw ValidationError(
        "--locale is the name of a language such as sv or de-CH, not '\(locale)'.")
    }
  }

  /// Returns people in the order of their surnames and names, if there is a language.
  func ordered(_ people: Query<Person>) -> Query<Person> {
    guard let locale else { return people }
    return people.sort { $0.surname.localized(locale) }.thenBy { $0.name.localized(locale) }
  }
}
