public import LinqSQL

extension Person {
  /// Validates the person's fields, as the store does before each write.
  ///
  /// Rows that an earlier version or another program has stored are read whatever they hold; this
  /// concerns what is written, and a row that is changed must be valid as a whole.
  ///
  /// - Throws: `RowValidationError` with every problem: a name that is empty or white space, an age
  ///   below 0 or above ``highestAge``, an invalid e-mail address, an attribute with a NUL.
  public func validate() throws(RowValidationError) {
    // The usual case comes first, and needs no array.
    if !name.isBlank, (0...Self.highestAge).contains(age ?? 0),
      email.map(EmailAddress.isValid) ?? true, attributes.isEmpty || !attributes.haveNUL
    {
      return
    }
    var problems: [RowValidationError.Problem] = []
    if name.isEmpty {
      problems.append(.init(field: "name", value: name, reason: "must not be empty"))
    } else if name.isBlank {
      problems.append(.init(field: "name", value: name, reason: "must not be white space only"))
    }
    if let age, age < 0 {
      problems.append(.init(field: "age", value: "\(age)", reason: "must not be negative"))
    }
    if let age, age > Self.highestAge {
      problems.append(
        .init(field: "age", value: "\(age)", reason: "must be at most \(Self.highestAge)"))
    }
    if let email, !EmailAddress.isValid(email) {
      problems.append(
        .init(field: "email", value: email, reason: "must be an address like name@example.org"))
    }
    for (name, value) in attributes.sorted(by: { $0.key < $1.key }) where [name: value].haveNUL {
      problems.append(
        .init(field: "attributes.\(name)", value: value, reason: "must not contain a NUL"))
    }
    throw RowValidationError(problems)
  }
}

extension String {
  /// Whether there is nothing but white space.
  fileprivate var isBlank: Bool { unicodeScalars.allSatisfy(\.properties.isWhitespace) }
}

extension [String: String] {
  /// Whether a key or a value contains a NUL, which the functions for JSON take for the end.
  fileprivate var haveNUL: Bool {
    contains { $0.key.utf8.contains(0) || $0.value.utf8.contains(0) }
  }
}
