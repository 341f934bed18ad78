/// Returns whether two elements of results are the same: each part of them, down to values with a
/// text. A description that a type of the program has may leave out what differs.
///
/// 0.0 and -0.0 are the same, because a database may store either for the other (S44).
func areSame(_ left: Any, _ right: Any) -> Bool {
  if let left = left as? Double, let right = right as? Double {
    return left == right || left.isNaN && right.isNaN
  }
  if let left = left as? Float, let right = right as? Float {
    return left == right || left.isNaN && right.isNaN
  }
  let (leftParts, rightParts) = (Mirror(reflecting: left), Mirror(reflecting: right))
  guard leftParts.subjectType == rightParts.subjectType else { return false }
  guard leftParts.isMadeOfParts else {
    return String(reflecting: left) == String(reflecting: right) || areEqual(left, right)
  }
  return leftParts.children.count == rightParts.children.count
    && zip(leftParts.children, rightParts.children).allSatisfy {
      $0.label == $1.label && areSame($0.value, $1.value)
    }
}

extension Mirror {
  /// Whether the value is compared by its parts: not those of the standard library and Foundation
  /// without structure.
  fileprivate var isMadeOfParts: Bool {
    switch displayStyle {
    case .tuple, .optional, .collection: true
    case .enum: !children.isEmpty
    case .struct:
      !children.isEmpty
        && !["Swift.", "Foundation"].contains {
          String(reflecting: subjectType).hasPrefix($0)
        }
    default: false
    }
  }
}
