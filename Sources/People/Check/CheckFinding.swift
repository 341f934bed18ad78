/// A fault in a store's file.
///
/// ```swift
/// for finding in try await store.check() where finding.kind != .text { print(finding) }
/// // foreignKey: person_group_item.person_id: item 0 of group 3 refers to person 7, which does
/// // not exist
/// ```
public struct CheckFinding: Sendable, Hashable, Codable {
  /// The kind of fault.
  public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
    /// The file is damaged, or a row breaks a rule of its table.
    case integrity
    /// A row refers to one that does not exist.
    case foreignKey
    /// The schema is not the one that the migrations create.
    case schema
    /// A text is not in canonical form, so that searching for an equal text would not find it. It
    /// can be repaired.
    case text
    /// A text is not UTF-8.
    case encoding
    /// A value that this library would not have written, such as a day that does not exist or an
    /// invalid e-mail address.
    case value
  }

  /// The kind of fault.
  public let kind: Kind
  /// The table, if the fault belongs to one.
  public let table: String?
  /// The column, if the fault belongs to one.
  public let column: String?
  /// The key of the row, if the fault belongs to one and the row has a key.
  public let row: Int64?
  /// A description of the fault.
  public let message: String
}

extension CheckFinding: CustomStringConvertible {
  /// The kind, the location and the message in one line.
  public var description: String {
    var place = table ?? ""
    if let column { place += ".\(column)" }
    if let row { place += " row \(row)" }
    return "\(kind.rawValue): " + (place.isEmpty ? "" : "\(place): ") + message
  }
}
