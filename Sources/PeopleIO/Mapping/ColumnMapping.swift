/// What the columns of a file are, as far as somebody has said it. The rest is guessed.
///
/// ```swift
/// var mapping = try ColumnMapping(parsing: "name=first_name,surname=\"last name, now\",age=#7")
/// mapping.ignored = ["notes"]
/// ```
///
/// A column is given by its name in the file or, where no column has that name, by its number
/// (`#3`), or by its name in another case.
public struct ColumnMapping: Sendable, Hashable {
  /// The file's column for each field that is mapped explicitly.
  public var columns: [PersonField: String]

  /// The fields that are not read, though the file may have a column with their name.
  public var omitted: Set<PersonField> = []

  /// The column for each attribute that does not have the name of its column.
  public var attributes: [String: String] = [:]

  /// The column that has the whole name, and its form.
  public var split: (column: String, form: NameForm)? {
    get { splitColumn.flatMap { column in splitForm.map { (column, $0) } } }
    set { (splitColumn, splitForm) = (newValue?.column, newValue?.form) }
  }

  private var splitColumn: String?
  private var splitForm: NameForm?

  /// The columns that are not read.
  public var ignored: [String] = []

  /// The only columns that are read, besides those that are mapped; nil for all.
  public var only: [String]?

  /// Whether columns that are not mapped may be fields by their names and values. Where it is
  /// false, only columns that are spelled exactly like a field are.
  public var isGuessed = true

  /// Creates a mapping. Fields that are not in it are guessed.
  public init(_ columns: [PersonField: String] = [:]) { self.columns = columns }

  /// Parses `field=column` pairs that are separated by commas. One column may be mapped to several
  /// fields; a field without a column (`email=`) is not read, if people need not have it. A column
  /// with a comma in its name is quoted: `name="Name, first"`. `attributes.team=party` gives an
  /// attribute another name than that of its column.
  ///
  /// - Throws: ``ImportError/invalidMapping(_:)``, which names the invalid part.
  public init(parsing text: String) throws(ImportError) {
    columns = [:]
    for part in try Self.parts(of: text) {
      guard let equal = part.firstIndex(of: "=") else {
        throw .invalidMapping("'\(part)' is not of the form field=column")
      }
      try add(
        String(part[..<equal]), column: Self.unquoted(part[part.index(after: equal)...]))
    }
  }

  private mutating func add(_ name: String, column: String) throws(ImportError) {
    if let attribute = AttributeColumn.attribute(of: name) {
      guard attributes.updateValue(column, forKey: attribute) == nil, !column.isEmpty else {
        throw .invalidMapping("'\(name)' needs one column")
      }
      return
    }
    guard let field = PersonField(rawValue: name) else {
      let names = PersonField.allCases.map(\.rawValue).joined(separator: ", ")
      throw .invalidMapping(
        "'\(name)' is not a field of a person; these are: \(names), and attributes.NAME")
    }
    guard columns[field] == nil, !omitted.contains(field) else {
      throw .invalidMapping("'\(field.rawValue)' is mapped twice")
    }
    if !column.isEmpty {
      columns[field] = column
    } else if field == .name {
      throw .invalidMapping("'\(field.rawValue)' needs a column")
    } else {
      omitted.insert(field)
    }
  }

  /// Parses names of columns that are separated by commas; one with a comma is quoted.
  ///
  /// ```swift
  /// try ColumnMapping.columns(parsing: "party,\"Last, First\",#3")  // three columns
  /// ```
  ///
  /// - Throws: ``ImportError/invalidMapping(_:)``.
  public static func columns(parsing text: String) throws(ImportError) -> [String] {
    try parts(of: text).map(unquoted)
  }

  /// Returns the mapping with a column of whole names: the column and their form, such as
  /// `DisplayName=surname, name`.
  ///
  /// - Throws: ``ImportError/invalidMapping(_:)``.
  public func splitting(_ text: String) throws(ImportError) -> ColumnMapping {
    let forms = NameForm.allCases.map { "'\($0.rawValue)'" }.joined(separator: ", ")
    guard let equal = text.lastIndex(of: "="),
      let form = NameForm(rawValue: String(text[text.index(after: equal)...])),
      equal > text.startIndex
    else {
      throw .invalidMapping("'\(text)' is not of the form COLUMN=FORM; the forms are: \(forms)")
    }
    var mapping = self
    mapping.split = (Self.unquoted(text[..<equal]), form)
    return mapping
  }

  /// Splits at commas that are not in quotes.
  private static func parts(of text: String) throws(ImportError) -> [Substring] {
    var parts: [Substring] = []
    var start = text.startIndex
    var isQuoted = false
    for index in text.indices {
      if text[index] == "\"" { isQuoted.toggle() }
      if text[index] == ",", !isQuoted {
        parts.append(text[start..<index])
        start = text.index(after: index)
      }
    }
    if isQuoted { throw .invalidMapping("'\(text[start...])' has a quote that is not closed") }
    return parts + [text[start...]]
  }

  /// Returns a name without the quotes around it; doubled quotes in it are one.
  private static func unquoted(_ text: Substring) -> String {
    guard text.count >= 2, text.first == "\"", text.last == "\"" else { return String(text) }
    return String(text.dropFirst().dropLast()).replacing("\"\"", with: "\"")
  }

  /// Returns the index of a column that is given by its name or its number; nil if there is none.
  static func index(of column: String, in columns: [String]) -> Int? {
    if let index = columns.firstIndex(of: column) { return index }
    if column.first == "#", let number = Int(column.dropFirst()) {
      return columns.indices.contains(number - 1) ? number - 1 : nil
    }
    let wanted = column.lowercased()
    let similar = columns.indices.filter { columns[$0].lowercased() == wanted }
    return similar.count == 1 ? similar[0] : nil
  }
}
