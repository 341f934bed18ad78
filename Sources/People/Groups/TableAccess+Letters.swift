internal import LinqCore
public import LinqSQL

extension TableAccess<Person> {
  /// Returns the people grouped by the first letter of their surname, in upper case. The groups are
  /// in the order of their letters (by Unicode scalars), and the people in the order of their keys.
  /// People without a surname are in a group whose letter is empty, which cannot be stored.
  ///
  /// `SELECT id, … FROM person ORDER BY id`
  public func groupedByLetter() throws -> [PersonGroup] {
    var groups: [String: [Person]] = [:]
    try forEach { person in
      let letter = CanonicalText.form(of: person.surname.prefix(1).uppercased())
      groups[letter, default: []].append(person)
    }
    return groups.map { PersonGroup(letter: $0.key, items: $0.value) }
      .sorted { $0.letter.utf8.lexicographicallyPrecedes($1.letter.utf8) }
  }
}
