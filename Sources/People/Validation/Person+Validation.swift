internal import Foundation
public import LinqSQL

extension Person {
  /// Validates the person's fields, as the store does before each write.
  ///
  /// Rows that an earlier version or another program has stored are read whatever they hold; this
  /// concerns what is written. A row that is saved must be valid as a whole; `update` by a chain
  /// validates the properties that it sets.
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
    throw RowValidationError(Self.rules.flatMap { $0.problems(in: self) })
  }

  /// The rules for the properties.
  static let rules: [PropertyRule<Person>] = [
    PropertyRule(\.name, field: "name") { NameRule.problem(of: $0, isRequired: true) },
    PropertyRule(\.surname, field: "surname") { NameRule.problem(of: $0, isRequired: false) },
    PropertyRule(\.birthDate, field: "birthDate") {
      $0?.isInFuture == true ? "must not be in the future" : nil
    },
    PropertyRule(\.age, field: "age") { age in
      guard let age, !(0...highestAge).contains(age) else { return nil }
      return age < 0 ? "must not be negative" : "must be at most \(highestAge)"
    },
    PropertyRule(\.email, field: "email") { email in
      guard let email, !EmailAddress.isValid(email) else { return nil }
      return "must be an address like name@example.org"
    },
    PropertyRule(\.attributes) { attributes in
      attributes.sorted { $0.key < $1.key }.filter { [$0.key: $0.value].haveNUL }.map {
        .init(field: "attributes.\($0.key)", value: $0.value, reason: "must not contain a NUL")
      }
    },
  ]
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
