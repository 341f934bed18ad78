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
        Term.leaf(field.type, "\(path).\(field.name)", field.name) { try get($0).evaluated(index) }
      }
      for (index, list) in kind.lists.enumerated() {
        guard case .pair(_, let value) = list.item else { continue }
        let place = kind.fields.count + index
        for key in Corpus.markKeys.prefix(3) {
          leaves.append(
            .leaf(
              value.optional, "\(path).\(list.name)[\(written(key))]", "\(list.name)[…]"
            ) {
              guard case .dictionary(let values) = try get($0).evaluated(place) else {
                return .none
              }
              return values[key] ?? .none
            })
        }
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
    case .pair(let key, let value):
      return [("key", key), ("value", value)].enumerated().map { index, part in
        .leaf(part.1, "\(path).\(part.0)", "pair \(part.0)") { try get($0).part(index) }
      }
    case .list: return []
    }
  }

  /// The lists and dictionaries of an element.
  static func lists(of shape: Shape) -> [ListLeaf] { lists(of: shape, "$0") { $0 } }

  private static func lists(
    of shape: Shape, _ path: String, _ get: @escaping (PlainValue) -> PlainValue
  ) -> [ListLeaf] {
    switch shape {
    case .row(let kind):
      kind.lists.enumerated().flatMap { index, list in
        let place = kind.fields.count + index
        let whole = ListLeaf(text: "\(path).\(list.name)", item: list.item) { element in
          let value = try get(element).evaluated(place)
          if case .list(let items) = value { return items }
          return value.pairs
        }
        guard case .pair(let key, let value) = list.item else { return [whole] }
        return [whole]
          + [("keys", key), ("values", value)].enumerated().map { index, part in
            ListLeaf(text: "\(whole.text).\(part.0)", item: .scalar(part.1)) { element in
              try whole.elements(element).map { $0.part(index) }
            }
          }
      }
    case .tuple(let parts):
      parts.enumerated().flatMap { index, part in
        lists(of: part, "\(path).\(index)") { get($0).part(index) }
      }
    case .scalar, .group, .optional, .list, .pair: []
    }
  }
}

/// A list or a dictionary that an element has.
struct ListLeaf {
  let text: String
  let item: Shape
  let elements: (PlainValue) throws -> [PlainValue]
}
