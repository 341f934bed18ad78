/// Something that is wrong with a store's file.
///
/// ```swift
/// for finding in try await store.check() where finding.kind != .text { print(finding) }
/// // foreignKey: person_group_item.person_id: item 0 of group 3 refers to person 7, who is not
/// // there
/// ```
public struct CheckFinding: Sendable, Hashable, Codable {
  /// The kind of fault.
  public enum Kind: String, Sendable, Hashable, Codable, CaseIterable {
    /// The file is damaged, or a row breaks a rule of its table.
    case integrity
    /// A row refers to one that does not exist.
    case foreignKey
    /// The schema is not what the migrations make.
    case schema
    /// A text is not in canonical form, so it would not be found by its equal. Can be repaired.
    case text
    /// A text is not UTF-8.
    case encoding
    /// A value that this library would not have written: a day that does not exist, an e-mail
    /// address that is none.
    case value
  }

  /// The kind of fault.
  public let kind: Kind
  /// The table, where there is one.
  public let table: String?
  /// The column, where it is one column's fault.
  public let column: String?
  /// The key of the row, where it is one row's fault and the row has a key.
  public let row: Int64?
  /// What is wrong, in words.
  public let message: String
}

extension CheckFinding: CustomStringConvertible {
  /// Kind, place and message on one line.
  public var description: String {
    var place = table ?? ""
    if let column { place += ".\(column)" }
    if let row { place += " row \(row)" }
    return "\(kind.rawValue): " + (place.isEmpty ? "" : "\(place): ") + message
  }
}
