internal import Tabular

// Keys of JSON objects, and properties of contacts, that none of the first records had.

extension PersonParser {
  /// Returns a parser for more columns: a new one is a field if the mapping says so, or if it is
  /// another spelling of a column that is one, or if its name is a word for a field that has no
  /// column. Every other one becomes an attribute.
  func extended(to columns: [String]) -> PersonParser {
    var assignments = mapping.assignments
    var names = Set(mapping.attributes)
    for index in self.columns.count..<columns.count {
      assignments += late(columns[index], number: index + 1, after: assignments, among: &names)
    }
    return PersonParser(
      columns: columns, reportColumns: reportColumns,
      mapping: ResolvedMapping(assignments: assignments, isExport: mapping.isExport),
      nameless: nameless, format: format, options: options)
  }

  /// Returns the field that a key is by its name alone, if no column is.
  private func guessedField(
    _ column: String, after assignments: [ResolvedMapping.Assignment]
  ) -> PersonField? {
    guard options.mapping.isGuessed, !mapping.isExport,
      let (role, fit) = FieldWords.role(of: HeaderText(column)), fit > .weak
    else { return nil }
    let field: PersonField
    switch role {
    case .email: field = .email
    case .birthDate: field = .birthDate
    case .age: field = .age
    case .given, .family, .whole, .login, .organization, .birthYear: return nil
    }
    let isTaken =
      assignments.contains { $0.target == .field(field) } || options.mapping.columns[field] != nil
      || options.mapping.omitted.contains(field)
      || mapping.assignments.contains { $0.isDoubtful && Self.role(of: $0) == role }
    return isTaken ? nil : field
  }

  private static func role(of assignment: ResolvedMapping.Assignment) -> ColumnRole? {
    FieldWords.role(of: HeaderText(assignment.column))?.role
  }

  private func late(
    _ column: String, number: Int, after assignments: [ResolvedMapping.Assignment],
    among names: inout Set<String>
  ) -> [ResolvedMapping.Assignment] {
    func assignment(
      _ target: ResolvedMapping.Target, _ reason: String, isChecked: Bool = false,
      form: String? = nil
    ) -> ResolvedMapping.Assignment {
      ResolvedMapping.Assignment(
        column: column, number: number, target: target, reason: reason, isChecked: isChecked,
        dateForm: form)
    }
    let request = options.mapping
    var mapped = PersonField.allCases.filter { request.columns[$0] == column }.map {
      assignment(.field($0), "mapped", isChecked: true, form: options.dates?.text)
    }
    if let (other, form) = request.split, other == column {
      mapped.append(assignment(.wholeName(form), "mapped", isChecked: true))
    }
    for (name, other) in request.attributes.sorted(by: { $0.key < $1.key }) where other == column {
      mapped.append(assignment(.attribute(name), "mapped", isChecked: true))
      names.insert(name)
    }
    guard mapped.isEmpty else { return mapped }
    if request.ignored.contains(column) || request.only?.contains(column) == false
      || RejectionColumns.names.contains(column)
    {
      return [assignment(.nothing, "ignored")]
    }
    let spelling = HeaderText(column).spelling
    let same = mapping.assignments.filter { other in
      guard !mapping.isExport, HeaderText(other.column).spelling == spelling else { return false }
      switch other.target {
      case .field, .wholeName: return true
      case .attribute, .nothing: return false
      }
    }
    guard same.isEmpty else {
      return same.map {
        assignment(
          $0.target, "another spelling of \($0.column)", isChecked: $0.isChecked, form: $0.dateForm)
      }
    }
    if mapping.isExport, format == .vcard, let field = ExportColumns.field(of: column, format) {
      return [assignment(.field(field), "a column of an export", isChecked: true)]
    }
    if let field = guessedField(column, after: assignments) {
      return [assignment(.field(field), "a word for \(field.rawValue)")]
    }
    let name = AttributeColumn.unique(for: column, number: number, among: &names)
    return [assignment(.attribute(name), "a key of later records")]
  }
}
