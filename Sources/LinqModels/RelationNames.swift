/// The names of relations, each of which is unique among the properties of its rows.
struct RelationNames {
  private var taken: [Set<String>]
  private let types: [String]

  init(_ models: [TableModel]) {
    let types = models.map(\.type)
    // A relation with the name of a type would hide the type from the others.
    taken = models.map { Set($0.columns.map(\.property) + types) }
    self.types = types
  }

  /// Returns the names of the two sides of a foreign key.
  ///
  /// - Parameters:
  ///   - column: the column of the key; nil if it has several.
  ///   - isAlone: whether it is the only key from one table to the other.
  ///   - isOne: whether a row has at most one child.
  mutating func add(
    child: Int, parent: Int, column: String?, isAlone: Bool, isOne: Bool
  ) -> (parent: String, children: String) {
    let words = column.map(SwiftNames.words) ?? []
    let role = words.dropLast(words.count > 1 && SwiftNames.endAsIdentifier(words) ? 1 : 0)
    let isNamed = role.count < words.count && !role.isEmpty
    let target = lowered(types[parent])
    // `customer_id` refers to the customer, and `capital` to a city.
    let roleName = SwiftNames.property(Array(role))
    let known = child == parent ? Self.sides[roleName.lowercased()] : nil
    let name =
      known?.one
      ?? (isNamed ? roleName : isAlone ? target : SwiftNames.property(words + [types[parent]]))
    let one = unused([name, target, "\(name)Row"], of: child)
    let many = isOne ? lowered(types[child]) : plural(types[child])
    // The children are known by their table, or also by what the parent is for them.
    let isTypical = isAlone && child != parent || roleName == target || role.isEmpty
    let children = SwiftNames.property(
      role + SwiftNames.words(of: isOne ? types[child] : plural(types[child])))
    let several = unused(
      [known?.many ?? (isTypical || child == parent ? many : children), many, "\(many)Rows"],
      of: parent)
    return (one, several)
  }

  /// Returns the name of the rows that a join table leads to.
  ///
  /// - Parameter column: the column that refers to them, if both columns refer to one table.
  mutating func add(link: Int, target: Int, column: String?) -> String {
    let many = plural(types[target])
    var names = [many]
    if let column {
      let words = SwiftNames.words(of: column)
      let role = words.dropLast(words.count > 1 && SwiftNames.endAsIdentifier(words) ? 1 : 0)
      if !role.isEmpty { names.insert(SwiftNames.plural(SwiftNames.property(Array(role))), at: 0) }
    }
    return unused(names + ["\(many)Rows"], of: link)
  }

  /// Returns the first name that no other property of the rows has, and takes it.
  private mutating func unused(_ names: [String], of model: Int) -> String {
    for name in names where taken[model].insert(name).inserted { return name }
    return SwiftNames.unused(names[0], &taken[model])
  }

  /// What two rows of one table are to each other, by the role of the column that refers to one.
  private static let sides: [String: (one: String, many: String)] = [
    "parent": ("parent", "children"), "manager": ("manager", "reports"),
    "reportsto": ("manager", "reports"), "supervisor": ("supervisor", "reports"),
    "boss": ("boss", "reports"), "mother": ("mother", "childrenOfMother"),
    "father": ("father", "childrenOfFather"), "replyto": ("original", "replies"),
    "inreplyto": ("original", "replies"), "predecessor": ("predecessor", "successors"),
  ]

  private func lowered(_ type: String) -> String {
    SwiftNames.property(SwiftNames.words(of: type))
  }

  private func plural(_ type: String) -> String {
    var words = SwiftNames.words(of: type)
    if let last = words.last { words[words.count - 1] = SwiftNames.plural(last) }
    return SwiftNames.property(words)
  }
}
