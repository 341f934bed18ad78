/// What an import reads from each column of a file, and why.
///
/// ```swift
/// print(mapping)
/// // name ← first_name, surname ← last_name, birthDate ← birthday,
/// // attributes ← gender, type, state, district and 22 more
/// ```
public struct ResolvedMapping: Sendable, Hashable, Codable {
  /// What is made of a column.
  public enum Target: Sendable, Hashable {
    /// A field.
    case field(PersonField)
    /// The name and the surname, from a whole name of this form.
    case wholeName(NameForm)
    /// An attribute of this name.
    case attribute(String)
    /// Nothing.
    case nothing
  }

  /// A column, and what is made of it. One column may be read for several targets.
  public struct Assignment: Sendable, Hashable, Codable {
    /// The name of the column in the file.
    public let column: String
    /// The 1-based number of the column.
    public let number: Int
    /// What is made of it.
    public let target: Target
    /// Why, in a few words.
    public let reason: String
    /// Whether a value that the target cannot have refuses the row. Otherwise the value is kept as
    /// an attribute with the name of the column.
    public let isChecked: Bool
    /// The form of the days in it; nil for ISO 8601.
    public let dateForm: String?
    /// Whether the column is called like a field, and is none for its values.
    public let isDoubtful: Bool

    init(
      column: String, number: Int, target: Target, reason: String, isChecked: Bool = false,
      dateForm: String? = nil, isDoubtful: Bool = false
    ) {
      self.column = column
      self.number = number
      self.target = target
      self.reason = reason
      self.isChecked = isChecked
      self.dateForm = dateForm
      self.isDoubtful = isDoubtful
    }
  }

  /// The columns of the file in their order. A column that is read for several targets occurs
  /// several times.
  public internal(set) var assignments: [Assignment]

  /// Whether the file is one that the program has exported, or has the same columns.
  public let isExport: Bool

  /// Returns the assignment of a field, if it has one.
  public func assignment(of field: PersonField) -> Assignment? {
    assignments.first { assignment in
      switch assignment.target {
      case .field(let other): other == field
      case .wholeName: field == .name || field == .surname
      case .attribute, .nothing: false
      }
    }
  }

  /// Whether anything was decided that was not said: a field was guessed, or a column became an
  /// attribute.
  public var isGuessed: Bool {
    !isExport && assignments.contains { !$0.isChecked && $0.target != .nothing }
  }

  /// The columns that are called like a field and are attributes for their values, with the
  /// reasons.
  ///
  /// ```swift
  /// mapping.hints   // ["DOB is an attribute: its days may be written as %m/%d/%y"]
  /// ```
  public var hints: [String] {
    assignments.compactMap { assignment in
      guard case .attribute = assignment.target, assignment.isDoubtful else { return nil }
      return "\(assignment.column) is an attribute: \(assignment.reason)"
    }
  }

  /// The names of the attributes, in the order of their columns.
  public var attributes: [String] {
    assignments.compactMap { if case .attribute(let name) = $0.target { name } else { nil } }
  }

  /// The columns that are not read.
  public var unusedColumns: [String] {
    assignments.compactMap { $0.target == .nothing ? $0.column : nil }
  }
}

extension ResolvedMapping: CustomStringConvertible {
  /// One line: the fields and their columns, and the columns that become attributes.
  public var description: String { text(attributeLimit: 8) }

  /// Returns the fields and their columns, and at most a number of columns that become attributes.
  public func text(attributeLimit: Int) -> String {
    var parts: [String] = []
    for field in PersonField.allCases {
      for assignment in assignments where assignment.target == .field(field) {
        parts.append("\(field.rawValue) ← \(assignment.shownColumn)")
      }
      guard field == .name else { continue }
      for assignment in assignments {
        guard case .wholeName(let form) = assignment.target else { continue }
        parts.append(
          form == .single
            ? "name ← \(assignment.shownColumn)"
            : "name and surname ← \(assignment.shownColumn) (\(form.rawValue))")
      }
    }
    let others = assignments.filter { if case .attribute = $0.target { true } else { false } }
    if !others.isEmpty {
      let shown = others.prefix(attributeLimit).map(\.shownColumn).joined(separator: ", ")
      let rest = others.count - attributeLimit
      parts.append("attributes ← \(shown)" + (rest > 0 ? " and \(rest) more" : ""))
    }
    return parts.joined(separator: ", ")
  }
}

extension ResolvedMapping.Assignment {
  /// The column, and the form of its days.
  fileprivate var shownColumn: String {
    let name = column.isEmpty ? "#\(number)" : column
    return dateForm.map { "\(name) (\($0))" } ?? name
  }
}

extension ResolvedMapping.Target: Codable, CustomStringConvertible {
  /// The name of a field, the form of a whole name, `attributes.NAME`, or `-`.
  public var description: String {
    switch self {
    case .field(let field): field.rawValue
    case .wholeName(let form): form == .single ? "name (whole)" : form.rawValue
    case .attribute(let name): "attributes.\(name)"
    case .nothing: "-"
    }
  }

  /// Decodes the text of ``description``.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    let text = try container.decode(String.self)
    if text == "-" {
      self = .nothing
    } else if text.hasPrefix("attributes.") {
      self = .attribute(String(text.dropFirst("attributes.".count)))
    } else if let field = PersonField(rawValue: text) {
      self = .field(field)
    } else if let form = NameForm.allCases.first(where: { Self.wholeName($0).description == text })
    {
      self = .wholeName(form)
    } else {
      throw DecodingError.dataCorruptedError(
        in: container, debugDescription: "\(text) is not what a column can become")
    }
  }

  /// Encodes the text of ``description``.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(description)
  }
}
