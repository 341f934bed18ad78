extension TermGenerator {
  /// What can be said of an element directly: its members, those of its parts.
  static func leaves(of shape: Shape) -> [Term] {
    leaves(of: shape, "$0") { $0 }
  }

  private static func leaves(
    of shape: Shape, _ path: String, _ get: @escaping (PlainValue) throws -> PlainValue
  ) -> [Term] {
    switch shape {
    case .scalar(let type): return [.leaf(type, path, "element", get)]
    case .row(let kind):
      var leaves = kind.fields.enumerated().map { index, field in
        Term.leaf(field.type, "\(path).\(field.name)", field.name) { try get($0).part(index) }
      }
      if kind == .person {
        leaves.append(
          .leaf(.text, "\(path).fullName", "fullName") {
            let person = try get($0)
            let (name, surname) = (person.part(1).text, person.part(2).text)
            return .text(surname.isEmpty ? name : name + " " + surname)
          })
      }
      return leaves
    case .tuple(let parts):
      return parts.enumerated().flatMap { index, part in
        leaves(of: part, "\(path).\(index)") { try get($0).part(index) }
      }
    case .group(let key, _):
      return [
        .leaf(key, "\(path).key", "key") {
          guard case .group(let key, _) = try get($0) else { return .none }
          return key
        },
        .leaf(.int, "\(path).count", "group count") {
          guard case .group(_, let items) = try get($0) else { return .none }
          return .int(items.count)
        },
      ]
    case .optional(let wrapped):
      // A member of what may be missing may be missing.
      return leaves(of: wrapped, "$0") { $0 }.map { inner in
        let function = inner.type.isOptional ? "flatMap" : "map"
        return Term(
          type: inner.type.optional, member: "row \(function)", parts: [inner], inner: [0],
          format: { "\(path).\(function) { \($0[0]) }" }
        ) { element, parts in
          let row = try get(element)
          return row.isNone ? .none : try parts[0].value(of: row)
        }
      }
    case .list: return []
    }
  }
}
