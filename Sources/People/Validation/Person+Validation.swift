public import LinqSQL

extension Person {
  /// Validates the person's fields, as the store does before each write.
  ///
  /// - Throws: `RowValidationError` with every problem: an empty name, a negative age, an invalid
  ///   e-mail address.
  public func validate() throws(RowValidationError) {
    // The usual case comes first, and needs no array.
    if !name.isEmpty, age >= 0, email.map(EmailAddress.isValid) ?? true {
      return
    }
    var problems: [RowValidationError.Problem] = []
    if name.isEmpty {
      problems.append(.init(field: "name", value: name, reason: "must not be empty"))
    }
    if age < 0 {
      problems.append(.init(field: "age", value: "\(age)", reason: "must not be negative"))
    }
    if let email, !EmailAddress.isValid(email) {
      problems.append(
        .init(field: "email", value: email, reason: "must be an address like name@example.org"))
    }
    throw RowValidationError(problems)
  }
}
