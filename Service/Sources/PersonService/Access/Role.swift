/// What a client may do. Each role may do what the ones before it may.
public enum Role: String, Sendable, Codable, CaseIterable, Comparable {
  /// Reads people, runs chains and follows them.
  case read
  /// Changes people and groups, and imports files.
  case write
  /// Checks the store and takes backups.
  case admin

  /// Whether one role may do less than another.
  public static func < (left: Role, right: Role) -> Bool { left.rank < right.rank }

  private var rank: Int {
    switch self {
    case .read: 0
    case .write: 1
    case .admin: 2
    }
  }
}
