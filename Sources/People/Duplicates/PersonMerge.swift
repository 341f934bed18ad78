public import Foundation
internal import LinqCore

/// Two people made into one: what is chosen from which of them.
///
/// ```swift
/// let merge = try PersonMerge(of: second, into: first, taking: [.email])
/// merge.person                        // the first, with the address of the second
/// for choice in merge.choices where choice.isConflict {
///   print(choice.field, choice.source, choice.otherName ?? "")      // email removed email (2)
/// }
/// try await store.merge(merge)
/// // DELETE FROM person WHERE id = ?; UPDATE person SET name = ?, … WHERE id = ?
/// ```
///
/// Nothing is lost. The person who is kept keeps the `id` and all values, and takes those that are
/// missing from the other one. Where both have different values, the one that is not chosen becomes
/// an attribute with a number after the name of the field, the first that is free: `email (2)`,
/// `city (2)`, `city (3)`.
public struct PersonMerge: Sendable, Hashable {
  /// A field or an attribute of a person.
  public enum Field: Sendable, Hashable {
    case name, surname, age, email, birthDate
    case attribute(String)
  }

  /// Who a value comes from.
  public enum Source: String, Sendable, Hashable, Codable {
    /// The person who is kept.
    case kept
    /// The person who is removed.
    case removed
  }

  /// What became of one field or attribute.
  public struct Choice: Sendable, Hashable {
    /// The field.
    public let field: Field
    /// Its value of the person who is kept, as text; nil if there is none.
    public let kept: String?
    /// Its value of the person who is removed, as text; nil if there is none.
    public let removed: String?
    /// Who its value comes from. Of equal values, it is that of the person who is kept.
    public let source: Source
    /// The name of the attribute that has the other value; nil if there is no other one.
    public let otherName: String?

    /// The value, as text.
    public var value: String? { source == .kept ? kept : removed }

    /// Whether both have a value, and not the same.
    public var isConflict: Bool { kept != nil && removed != nil && kept != removed }
  }

  /// The person who is kept, as before.
  public let kept: Person
  /// The person who is removed.
  public let removed: Person
  /// The person that both become.
  public let person: Person
  /// What is chosen for each field and attribute that one of them has, the attributes in the order
  /// of their names.
  public let choices: [Choice]
  /// The letters of the groups in which the kept person takes the place of the removed one.
  /// There are none as long as no store was asked.
  public let groups: [String]

  /// Chooses from two people.
  ///
  /// - Parameters:
  ///   - removed: the person who is removed.
  ///   - kept: the person whose `id` and values are kept.
  ///   - fields: the fields and attributes that are taken from the person who is removed.
  /// - Throws: ``MergeError`` for one and the same stored person, and for a field that the person
  ///   who is removed does not have.
  public init(
    of removed: Person, into kept: Person, taking fields: Set<Field> = []
  ) throws {
    try self.init(of: removed, into: kept, taking: fields, groups: [])
  }

  init(
    of removed: Person, into kept: Person, taking fields: Set<Field>, groups: [String]
  ) throws {
    guard removed.id != kept.id || kept.id == 0 else { throw MergeError.samePerson(id: kept.id) }
    let missing = fields.filter { $0.text(of: removed) == nil }.map(\.name).sorted()
    guard missing.isEmpty else {
      throw MergeError.nothingToTake(fields: missing, id: removed.id)
    }
    var person = kept
    var choices: [Choice] = []
    var names = Set(kept.attributes.keys).union(removed.attributes.keys)
    for field in Field.all(of: [kept, removed]) {
      let (text, other) = (field.text(of: kept), field.text(of: removed))
      let source: Source =
        other != nil && text != other && (text == nil || fields.contains(field)) ? .removed : .kept
      if source == .removed { field.copy(from: removed, to: &person) }
      var otherName: String?
      if let text, let other, text != other {
        let unused = source == .kept ? other : text
        let name = Self.nameOfOther(unused, of: field.name, besides: names) { name in
          fields.contains(.attribute(name))
            ? removed.attributes[name] : person.attributes[name] ?? removed.attributes[name]
        }
        names.insert(name)
        person.attributes[name] = unused
        otherName = name
      }
      choices.append(
        Choice(field: field, kept: text, removed: other, source: source, otherName: otherName))
    }
    (self.kept, self.removed, self.person) = (kept, removed, person)
    (self.choices, self.groups) = (choices, groups)
  }

  /// Returns the name of the attribute for a value that is not chosen: a new one, unless one of
  /// this kind will have the value anyway.
  private static func nameOfOther(
    _ value: String, of name: String, besides names: Set<String>,
    _ valueOf: (String) -> String?
  ) -> String {
    var number = 2
    while true {
      let numbered = "\(name) (\(number))"
      if !names.contains(numbered) || valueOf(numbered) == value { return numbered }
      number += 1
    }
  }
}

extension PersonMerge.Field {
  /// The fields and attributes that one of some people has, the attributes in the order of their
  /// names.
  static func all(of people: [Person]) -> [Self] {
    let attributes = Set(people.flatMap(\.attributes.keys)).sorted().map(Self.attribute)
    return ([.name, .surname, .age, .email, .birthDate] + attributes).filter { field in
      people.contains { field.text(of: $0) != nil }
    }
  }

  /// The name: `birthDate`, `city`.
  public var name: String {
    switch self {
    case .name: "name"
    case .surname: "surname"
    case .age: "age"
    case .email: "email"
    case .birthDate: "birthDate"
    case .attribute(let name): name
    }
  }

  /// Returns the value of a person as text; nil if there is none.
  func text(of person: Person) -> String? {
    switch self {
    case .name: person.name
    case .surname: person.surname.isEmpty ? nil : person.surname
    case .age: person.age.map { "\($0)" }
    case .email: person.email
    case .birthDate: person.birthDate?.description
    case .attribute(let name): person.attributes[name]
    }
  }

  fileprivate func copy(from person: Person, to other: inout Person) {
    switch self {
    case .name: other.name = person.name
    case .surname: other.surname = person.surname
    case .age: other.age = person.age
    case .email: other.email = person.email
    case .birthDate: other.birthDate = person.birthDate
    case .attribute(let name): other.attributes[name] = person.attributes[name]
    }
  }
}

/// The reason why two people are not merged. Nothing was changed.
public enum MergeError: Error, Sendable, Hashable, CustomStringConvertible, LocalizedError {
  /// Both are one and the same.
  case samePerson(id: Int64)
  /// The person who is removed has no value of fields that were to be taken.
  case nothingToTake(fields: [String], id: Int64)
  /// One of both, or of their groups, was changed since the choice was made.
  case changed(id: Int64)

  /// The problem, and how to solve it.
  public var description: String {
    switch self {
    case .samePerson(let id): "person \(id) cannot be merged with itself"
    case .nothingToTake(let fields, let id):
      "person \(id) has no \(fields.joined(separator: " and no ")) that could be taken"
    case .changed(let id):
      "person \(id) was changed since the choice was made; nothing was changed. Look at both again"
    }
  }

  /// The same text as `description`.
  public var errorDescription: String? { description }
}
