internal import Foundation
public import LinqSQL

extension Person {
  /// Validates the person's fields, as the store does before each write.
  ///
  /// Rows that an earlier version or another program has stored are read whatever they hold; this
  /// concerns what is written, and a row that is changed must be valid as a whole.
  ///
  /// - Throws: `RowValidationError` with every problem: a name that is empty or has nothing that
  ///   can be seen; a name or surname with line ends, other control characters or marks that turn
  ///   the direction of text, or of more than 1,000 characters; an age below 0 or above
  ///   ``highestAge``; a birth date after today; an invalid e-mail address; an attribute with a
  ///   NUL.
  public func validate() throws(RowValidationError) {
    // The usual case comes first, and needs no array.
    if NameRule.problem(of: name, isRequired: true) == nil,
      NameRule.problem(of: surname, isRequired: false) == nil,
      (0...Self.highestAge).contains(age ?? 0), email.map(EmailAddress.isValid) ?? true,
      birthDate?.isInFuture != true, attributes.isEmpty || !attributes.haveNUL
    {
      return
    }
    var problems: [RowValidationError.Problem] = []
    if let reason = NameRule.problem(of: name, isRequired: true) {
      problems.append(.init(field: "name", value: name, reason: reason))
    }
    if let reason = NameRule.problem(of: surname, isRequired: false) {
      problems.append(.init(field: "surname", value: surname, reason: reason))
    }
    if let birthDate, birthDate.isInFuture {
      problems.append(
        .init(field: "birthDate", value: "\(birthDate)", reason: "must not be in the future"))
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

extension CalendarDate {
  /// Whether the day is in the future everywhere on the earth.
  package var isInFuture: Bool {
    // The clock is read only for days that may be.
    guard year > 2025 else { return false }
    // Where it is latest, clocks are 14 hours ahead.
    return self > Date(timeIntervalSinceNow: 14 * 3600).calendarDate(in: .gmt)
  }
}

extension [String: String] {
  /// Whether a key or a value contains a NUL, which the functions for JSON take for the end.
  fileprivate var haveNUL: Bool {
    contains { $0.key.utf8.contains(0) || $0.value.utf8.contains(0) }
  }
}
