public import LinqCore

/// A person in a store.
///
/// It is a plain value without database types. `id` is 0 until the store assigns one. Only a name
/// is needed; what else is known of a person may be anything.
///
/// ```swift
/// let ada = try await store.people.insert(
///   Person(
///     name: "Ada", surname: "Lovelace", birthDate: CalendarDate("1815-12-10"),
///     attributes: ["field": "mathematics"]))
/// // INSERT INTO person (name, surname, age, email, birth_date, attributes, id, text_version)
/// // VALUES (?, ?, ?, ?, ?, ?, ?, 1)
/// ada.id                                          // assigned by the store
/// ```
public struct Person: Sendable, Hashable, Identifiable {
  /// The key, assigned by the store when the person is inserted; 0 before that. At most
  /// ``highestID``.
  public var id: Int64

  /// The given name; not empty.
  public var name: String

  /// The family name; empty for people who have one name only.
  public var surname: String

  // The optional properties are not declared with a question mark, which would set them to nil
  // before the initializer does: each person that is read would be copied for it.

  /// The age in whole years, if known, from 0 to ``highestAge``. Where the birth date is known,
  /// ``age(on:)`` counts from it.
  public var age: Optional<Int>

  /// The e-mail address, if known; no two people in a store share one. Addresses are
  /// case-sensitive: `ada@example.org` and `Ada@example.org` are two addresses.
  public var email: Optional<String>

  /// The day of birth, if known.
  public var birthDate: Optional<CalendarDate>

  /// Everything else that is known of the person: texts by names. People without attributes have
  /// none.
  ///
  /// ```swift
  /// people.where { $0.attributes["party"] == "Whig" }
  /// // … WHERE json_extract(attributes, '$.party') IS ? ORDER BY id
  /// ```
  ///
  /// No name and no text contains a NUL.
  public var attributes: [String: String]

  /// Creates a person, who is not stored yet if no `id` is given.
  public init(
    id: Int64 = 0, name: String, surname: String, age: Int? = nil, email: String? = nil,
    birthDate: CalendarDate? = nil, attributes: [String: String] = [:]
  ) {
    self.id = id
    self.name = name
    self.surname = surname
    self.age = age
    self.email = email
    self.birthDate = birthDate
    self.attributes = attributes
  }

  /// The highest `id` that a person may be given, which is 2^32 below the maximum. New people get
  /// the next `id`, and after the maximum no person could be inserted.
  public static let highestID = Int64.max - (1 << 32)

  /// The highest age that a person may be given. People of other centuries have a birth
  /// date.
  public static let highestAge = 150

  /// The given name and the surname, separated by a space if there are both.
  public var fullName: String { surname.isEmpty ? name : name + " " + surname }

  /// Returns the age in whole years on a day: counted from the birth date where it is known, else
  /// the stored ``age``. It is nil before the day of birth.
  ///
  /// ```swift
  /// ada.age(on: CalendarDate("1842-10-01")!)        // 26
  /// people.where { ($0.age(on: day) ?? 0) >= 18 }
  /// ```
  public func age(on day: CalendarDate) -> Int? {
    guard let birthDate else { return age }
    return birthDate <= day ? birthDate.wholeYears(to: day) : nil
  }
}

extension QueryExpression where Value == Person {
  /// The age in whole years on a day, as an expression.
  ///
  /// ```swift
  /// people.where { ($0.age(on: day) ?? 0) >= 18 }
  /// ```
  public func age(on day: CalendarDate) -> QueryExpression<Int?> {
    age(on: QueryExpression<CalendarDate>(day))
  }

  /// The age in whole years on a day: counted from the birth date where it is known, else the
  /// stored age. It is nil before the day of birth.
  ///
  /// ```swift
  /// people.sort { $0.age(on: day) }
  /// ```
  public func age(on day: QueryExpression<CalendarDate>) -> QueryExpression<Int?> {
    let birthDate: QueryExpression<CalendarDate?> = self[dynamicMember: \.birthDate]
    let years = birthDate.map { $0.wholeYears(to: day) }
    return .if(
      birthDate == nil, then: self[dynamicMember: \.age],
      else: .if(birthDate.map { $0 <= day } == true, then: years, else: nil))
  }
}
