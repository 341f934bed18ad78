internal import LinqText
internal import People

extension Person {
  /// The person as the result of a query.
  var result: ResultValue {
    .object([
      .init(name: "id", value: .integer(id)), .init(name: "name", value: .text(name)),
      .init(name: "surname", value: .text(surname)),
      .init(name: "age", value: age.map { .integer(Int64($0)) } ?? .null),
      .init(name: "email", value: email.map { .text($0) } ?? .null),
      .init(name: "birthDate", value: birthDate.map { .text($0.description) } ?? .null),
      .init(
        name: "attributes",
        value: .object(
          attributes.sorted { $0.key < $1.key }.map { .init(name: $0, value: .text($1)) })),
    ])
  }
}
