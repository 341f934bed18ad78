/// A sort of rows by a member of theirs.
struct MemberSort {
  let key: Term
  let isDescending: Bool

  var text: String { ".sort\(isDescending ? "Descending" : "") { \(key.text) }" }

  /// The rows in their order; those with equal keys stay as they are.
  func sorted(_ rows: [PlainValue]) throws -> [PlainValue] {
    let keyed = try rows.map { (key: try key.value(of: $0), row: $0) }
    return keyed.enumerated().sorted { left, right in
      let (first, second) = (left.element.key, right.element.key)
      if first == second { return left.offset < right.offset }
      return isDescending ? second.precedes(first) : first.precedes(second)
    }.map(\.element.row)
  }
}
