/// The mapping of the fields of a person to the columns of a file.
///
/// ```swift
/// let mapping = try ColumnMapping(parsing: "name=first_name,surname=last_name,age=birthday")
/// ```
public struct ColumnMapping: Sendable, Hashable {
  /// The file's column for each field that is mapped explicitly.
  public var columns: [PersonField: String]

  /// The fields that are not read, though the file may have a column with their name.
  public var omitted: Set<PersonField> = []

  /// Creates a mapping. Fields that are not in it are found by their names.
  public init(_ columns: [PersonField: String] = [:]) { self.columns = columns }

  /// Parses `field=column` pairs that are separated by commas. One column may be mapped to several
  /// fields; a field without a column (`email=`) is not read, if people need not have it.
  ///
  /// - Throws: ``ImportError/invalidMapping(_:)``, which names the invalid part.
  public init(parsing text: String) throws(ImportError) {
    columns = [:]
    for part in text.split(separator: ",", omittingEmptySubsequences: false) {
      let pair = part.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
      guard pair.count == 2 else {
        throw .invalidMapping("'\(part)' is not of the form field=column")
      }
      guard let field = PersonField(rawValue: String(pair[0])) else {
        let names = PersonField.allCases.map(\.rawValue).joined(separator: ", ")
        throw .invalidMapping("'\(pair[0])' is not a field of a person; these are: \(names)")
      }
      guard columns[field] == nil, !omitted.contains(field) else {
        throw .invalidMapping("'\(field.rawValue)' is mapped twice")
      }
      if !pair[1].isEmpty {
        columns[field] = String(pair[1])
      } else if field.isRequired {
        throw .invalidMapping("'\(field.rawValue)' needs a column")
      } else {
        omitted.insert(field)
      }
    }
  }

  /// Returns the index of each field's column among the columns of a file. Fields that are not
  /// mapped are found by their names.
  public func places(in header: [String]) -> [PersonField: Int] {
    candidates(in: header).compactMapValues(\.first)
  }

  /// Returns the indices of all columns that each field may be read from: several if names that
  /// differ are those of one field, such as `birthDate` and `birth_date`.
  func candidates(in header: [String]) -> [PersonField: [Int]] {
    var candidates: [PersonField: [Int]] = [:]
    for (index, name) in header.enumerated() {
      if let field = PersonField(header: name) { candidates[field, default: []].append(index) }
    }
    for (field, column) in columns {
      candidates[field] = header.firstIndex(of: column).map { [$0] }
    }
    for field in omitted { candidates[field] = nil }
    return candidates
  }
}
