/// Keys of JSON objects that none of the first records had.
extension PersonParser {
  /// Returns a parser for more columns: a new one is a field if the mapping says so, or if it is
  /// another spelling of a column that is one. Every other one becomes an attribute.
  func extended(to columns: [String]) -> PersonParser {
    var assignments = mapping.assignments
    var names = Set(mapping.attributes)
    for index in self.columns.count..<columns.count {
      assignments += late(columns[index], number: index + 1, among: &names)
    }
    return PersonParser(
      columns: columns, reportColumns: reportColumns,
      mapping: ResolvedMapping(assignments: assignments, isExport: mapping.isExport),
      nameless: nameless, format: format, options: options)
  }

  private func late(
    _ column: String, number: Int, among names: inout Set<String>
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
    let joined = HeaderText(column).joined
    let same = mapping.assignments.filter { other in
      guard !mapping.isExport, HeaderText(other.column).joined == joined else { return false }
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
    let name = AttributeColumn.unique(for: column, number: number, among: &names)
    return [assignment(.attribute(name), "a key of later records")]
  }
}
