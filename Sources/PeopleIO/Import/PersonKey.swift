internal import Foundation
internal import LinqCore
internal import People
internal import Tabular

/// The values by which an import finds people who are stored already.
///
/// ```swift
/// options.key = try PersonKey(parsing: "attributes.fide_id")
/// options.onConflict = .update
/// ```
///
/// A person who lacks one of the values is found by none, and is always new.
public struct PersonKey: Sendable, Hashable {
  /// A value of a person.
  public enum Part: Sendable, Hashable {
    /// The value of a field.
    case field(PersonField)
    /// The value of an attribute.
    case attribute(String)
  }

  /// The values, which must all be the same.
  public let parts: [Part]

  /// Creates a key of some values.
  public init(_ parts: [Part]) { self.parts = parts }

  /// Parses fields and `attributes.NAME` with commas between them, such as
  /// `name,surname,birthDate`.
  ///
  /// - Throws: ``ImportError/invalidKey(_:reason:)``.
  public init(parsing text: String) throws(ImportError) {
    var parts: [Part] = []
    for name in try ColumnMapping.columns(parsing: text) {
      if let attribute = AttributeColumn.attribute(of: name) {
        parts.append(.attribute(attribute))
      } else if let field = PersonField(rawValue: name) {
        parts.append(.field(field))
      } else {
        throw .invalidKey(text, reason: "'\(name)' is not a field; attributes are attributes.NAME")
      }
    }
    self.parts = parts
  }

  /// Returns the values of a person as one text; nil if one is missing.
  func value(of person: Person) -> String? {
    var text = ""
    for part in parts {
      guard let value = part.value(of: person) else { return nil }
      // The lengths keep values apart that have any characters.
      text += "\(value.utf8.count):\(value)"
    }
    return text
  }

  /// The values of a person in a message.
  func shown(_ person: Person) -> String {
    Rejection.shown(parts.map { $0.value(of: person) ?? "" }.joined(separator: ", "))
  }

  /// The only field of the key; nil if there are several values.
  var field: PersonField? {
    guard parts.count == 1, case .field(let field) = parts[0] else { return nil }
    return field
  }

  /// Throws unless the file has a column for each part.
  func check(_ mapping: ResolvedMapping) throws(ImportError) {
    for part in parts {
      switch part {
      case .field(let field) where mapping.assignment(of: field) == nil:
        throw .invalidKey(text, reason: "no column of the file is \(field.rawValue)")
      case .attribute(let name) where !mapping.attributes.contains(name):
        throw .invalidKey(text, reason: "no column of the file is the attribute \(name)")
      case .field, .attribute: break
      }
    }
  }

  /// The parts as they are parsed.
  var text: String {
    parts.map { part in
      switch part {
      case .field(let field): field.rawValue
      case .attribute(let name): "attributes.\(name)"
      }
    }.joined(separator: ",")
  }
}

extension PersonKey.Part {
  /// Returns the value of a person; nil if there is none.
  fileprivate func value(of person: Person) -> String? {
    switch self {
    case .attribute(let name): person.attributes[name]
    case .field(.id): person.id == 0 ? nil : String(person.id)
    case .field(.name): person.name.isEmpty ? nil : person.name
    case .field(.surname): person.surname
    case .field(.age): person.age.map { String($0) }
    case .field(.email): person.email
    case .field(.birthDate): person.birthDate?.description
    }
  }
}

/// The keys of stored people, by the values that a ``PersonKey`` has of them.
///
/// It takes 24 bytes for each person who has the values.
struct KeyIndex {
  private struct Hash: Hashable {
    let first: Int
    let second: Int

    init(_ text: String) {
      // Two hashes of 64 bits each, so that no two values are taken for the same.
      var hasher = Hasher()
      hasher.combine(0)
      hasher.combine(text)
      first = hasher.finalize()
      hasher = Hasher()
      hasher.combine(1)
      hasher.combine(text)
      second = hasher.finalize()
    }
  }

  let key: PersonKey
  private var ids: [Hash: Int64] = [:]

  init(_ key: PersonKey) { self.key = key }

  /// The key of several people.
  static let several: Int64 = -1

  /// Adds a stored person.
  mutating func add(_ person: Person) {
    guard let value = key.value(of: person) else { return }
    let hash = Hash(value)
    ids[hash] = ids[hash] == nil || ids[hash] == person.id ? person.id : Self.several
  }

  /// Returns the key of the person who has the same values as another one; ``several`` if there is
  /// more than one.
  func id(of person: Person) -> Int64? {
    key.value(of: person).flatMap { ids[Hash($0)] }
  }
}
