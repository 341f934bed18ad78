public import LinqCore

/// A person in a store.
///
/// It is a plain value without database types. `id` is 0 until the store assigns one.
///
/// ```swift
/// let ada = try await store.people.insert(
///   Person(name: "Ada", surname: "Lovelace", age: 36, birthDate: CalendarDate("1815-12-10")))
/// // INSERT INTO person (name, surname, age, email, birth_date, id, text_version)
/// // VALUES (?, ?, ?, ?, ?, ?, 1)
/// ada.id                                          // assigned by the store
/// ```
public struct Person: Sendable, Hashable, Codable, Identifiable {
  /// The key, assigned by the store when the person is inserted; 0 before that. At most
  /// ``highestID``.
  public var id: Int64

  /// The given name; not empty.
  public var name: String

  /// The family name; empty for people who have one name only.
  public var surname: String

  /// The age in whole years, from 0 to ``highestAge``.
  public var age: Int

  /// The e-mail address, if known; no two people in a store share one. Addresses are
  /// case-sensitive: `ada@example.org` and `Ada@example.org` are two addresses.
  public var email: String?

  /// The day of birth, if known.
  public var birthDate: CalendarDate?

  /// Creates a person, who is not stored yet if no `id` is given.
  public init(
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

  /// The highest `id` that a person may be given, which is 2^32 below the maximum. New people get
  /// the next `id`, and after the maximum no person could be inserted.
  public static let highestID = Int64.max - (1 << 32)

  /// The highest age that a person may be given: the years from the first `CalendarDate` to the
  /// last. People of past centuries, whose ages are counted from their birth to a day of this one,
  /// have ages of some hundred years.
  public static let highestAge = 9999

  /// The given name and the surname, separated by a space if there are both.
  public var fullName: String { surname.isEmpty ? name : name + " " + surname }
}
