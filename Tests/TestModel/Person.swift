package import LinqCore
package import LinqSQL

/// A person of the tests, whose table has what chains can meet: texts in canonical form, numbers of
/// any size, optionals, days, a computed property.
package struct Person: Sendable, Hashable, Codable, Identifiable, Searchable {
  package var id: Int64
  package var name: String
  package var surname: String
  package var age: Int
  package var email: String?
  package var birthDate: CalendarDate?

  package init(
    id: Int64 = 0, name: String, surname: String, age: Int, email: String? = nil,
    birthDate: CalendarDate? = nil
  ) {
    self.id = id
    self.name = name
    self.surname = surname
    self.age = age
    self.email = email
    self.birthDate = birthDate
  }

  package static let searchFields = SearchFields(names: \Person.surname, \.name, others: \.email)

  package var fullName: String { surname.isEmpty ? name : name + " " + surname }

  package static let table = Table(
    "person",
    Person.init(id:name:surname:age:email:birthDate:),
    .primaryKey("id", \.id),
    .column("name", \.name),
    .column("surname", \.surname),
    .column("age", \.age),
    .column("email", \.email),
    .column("birth_date", \.birthDate)
  )
  .validated { person in
    var problems: [RowValidationError.Problem] = []
    if person.age < 0 {
      problems.append(.init(field: "age", value: "\(person.age)", reason: "must not be negative"))
    }
    if let email = person.email, !email.contains("@") {
      problems.append(.init(field: "email", value: email, reason: "must be an e-mail address"))
    }
    if !problems.isEmpty { throw RowValidationError(problems) }
  }
  .computed(\.fullName) {
    QueryExpression.if($0.surname.isEmpty, then: $0.name, else: $0.name + " " + $0.surname)
  }
  .countingTextChanges(in: "text_version")
  .trusting("birth_date")
}
