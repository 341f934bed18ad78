internal import LinqCore
public import LinqSQL

extension Person {
  /// The table `person`, in which people are stored. Each row is validated before it is written,
  /// and no key is used twice.
  public static let table = Table(
    "person",
    Person.init(id:name:surname:age:email:birthDate:attributes:),
    .primaryKey("id", \.id),
    .column("name", \.name),
    .column("surname", \.surname),
    .column("age", \.age),
    .column("email", \.email),
    .column("birth_date", \.birthDate),
    .column("attributes", \.attributes)
  )
  .validated(by: { try $0.validate() }, applying: rules)
  .limitingGivenKeys(to: highestID)
  .computed(\.fullName) {
    QueryExpression.if($0.surname.isEmpty, then: $0.name, else: $0.name + " " + $0.surname)
  }
  .assigningKeys(
    after: """
      SELECT max(
        coalesce((SELECT max(id) FROM person), 0),
        coalesce((SELECT last FROM retired_key WHERE table_name = 'person'), 0))
      """
  )
  .countingTextChanges(in: "text_version")
  .countingAllChanges()
  // The library writes days that exist only, and `check` finds others.
  .trusting("birth_date")
  .searchable()
}
