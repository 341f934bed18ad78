internal import LinqCore
public import LinqText

extension PersonStore {
  /// The text form of chains. Its sources are `people`, which is also the source of a chain that
  /// begins with an operator, and `groups`.
  ///
  /// ```swift
  /// let chain = try store.textForm.parse("sort(\\.surname).select { ($0.name, $0.age) }")
  /// print(try chain.run().json)
  /// ```
  public var textForm: TextForm { TextForm(people: people.query, groups: groups.query) }
}

extension StoreTransaction {
  /// The text form of chains that run inside the transaction, and that see what it has written.
  public var textForm: TextForm { TextForm(people: people.query, groups: groups.query) }
}

extension TextForm {
  fileprivate init(people: Query<Person>, groups: Query<PersonGroup>) {
    let people = TextSource(
      "people", people, typeName: "Person",
      members: [
        TextMember("id", \.id), TextMember("name", \.name), TextMember("surname", \.surname),
        TextMember("age", \.age), TextMember("email", \.email),
        TextMember("birthDate", \.birthDate), TextMember("attributes", \.attributes),
        TextMember("fullName", \.fullName, isPrinted: false),
      ],
      functions: [
        TextFunction("age", label: "on") { person, day in person.age(on: day) }
      ])
    let groups = TextSource(
      "groups", groups, typeName: "PersonGroup",
      members: [
        TextMember("id", \.id), TextMember("letter", \.letter),
        TextMember("items", \.items, of: people),
      ])
    self.init(sources: [people, groups])
  }
}
