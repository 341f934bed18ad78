/// Something that is wrong with a store's file.
public struct Finding: Sendable, Hashable, Codable {
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
  }

  /// The kind of fault.
  public let kind: Kind
  /// The table, where there is one.
  public let table: String?
  /// The column, where there is one.
  public let column: String?
  /// The key of the row, where there is one.
  public let row: Int64?
  /// What is wrong, in words.
  public let message: String
}

extension Finding: CustomStringConvertible {
  /// Kind, place and message on one line.
  public var description: String {
    var place = table ?? ""
    if let column { place += ".\(column)" }
    if let row { place += " row \(row)" }
    return "\(kind.rawValue): " + (place.isEmpty ? "" : "\(place): ") + message
  }
}
