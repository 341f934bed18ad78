/// Something that an import has done with values which a field cannot have as they are.
///
/// ```swift
/// // birthDate: 12 values of Born are no days of birth; they are kept as attributes
/// print(note)
/// ```
public struct ImportNote: Sendable, Hashable, Codable {
  /// What has been done.
  public enum Finding: String, Sendable, Hashable, Codable {
    /// The field cannot have the values, which are attributes with the name of their column.
    case kept
    /// Ages had a fraction, which is in the attribute with the name of their column.
    case rounded
    /// Cells had several addresses, of which the first one is the person's.
    case several
    /// Another person of the file has the address, which is an attribute.
    case shared
    /// The age would be higher than a person's may be.
    case tooOld
    /// Names had line ends, control characters or marks that turn the direction of text, or were
    /// too long; the attribute with the name of their column has them whole.
    case cleaned
    /// The person has no name in the columns of names, but in another column.
    case named
  }

  /// The field.
  public let field: PersonField
  /// What has been done.
  public let finding: Finding
  /// The column from which the value comes.
  public let column: String
  /// The number of people.
  public var count: Int
}

extension ImportNote: CustomStringConvertible {
  /// A sentence with the field and the number.
  public var description: String {
    switch finding {
    case .kept:
      "\(field.rawValue): \(count) values of \(column) are no \(kind); they are kept as attributes"
    case .rounded:
      "\(field.rawValue): \(count) values of \(column) are rounded down; attributes keep them whole"
    case .several:
      "\(field.rawValue): \(count) values of \(column) are several addresses; the first is taken, "
        + "attributes keep them all"
    case .shared:
      "\(field.rawValue): \(count) values of \(column) are addresses of people before them; they "
        + "are kept as attributes"
    case .tooOld:
      "\(field.rawValue): \(count) people would be older than is possible; they have no age"
    case .cleaned:
      "\(field.rawValue): \(count) values of \(column) have line ends or marks that no name may "
        + "have, which are left out; attributes keep them whole"
    case .named:
      "\(field.rawValue): \(count) people without a name are named by \(column)"
    }
  }

  private var kind: String {
    switch field {
    case .age: "ages"
    case .email: "e-mail addresses"
    case .birthDate: "days of birth"
    case .id, .name, .surname: "values for it"
    }
  }
}

/// The notes of some rows.
struct ImportNotes: Sendable {
  private struct Kind: Hashable {
    let field: PersonField
    let finding: ImportNote.Finding
    let column: Int
  }

  private var counts: [Kind: Int] = [:]

  /// Counts a value.
  mutating func count(_ field: PersonField, _ finding: ImportNote.Finding, column: Int) {
    counts[Kind(field: field, finding: finding, column: column), default: 0] += 1
  }

  /// Adds the notes of other rows.
  mutating func add(_ other: ImportNotes) {
    counts.merge(other.counts, uniquingKeysWith: +)
  }

  /// The notes in the order of the columns.
  func notes(columns: [String]) -> [ImportNote] {
    counts.sorted { left, right in
      (left.key.column, left.key.finding.rawValue) < (right.key.column, right.key.finding.rawValue)
    }.map { kind, count in
      ImportNote(
        field: kind.field, finding: kind.finding, column: columns[kind.column], count: count)
    }
  }
}
