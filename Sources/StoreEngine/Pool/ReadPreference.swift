/// The servers that reads prefer, where a database has replicas.
public struct ReadPreference: Sendable, Hashable {
  let usesReplica: Bool
  let position: LogPosition

  private init(usesReplica: Bool, position: LogPosition = .start) {
    self.usesReplica = usesReplica
    self.position = position
  }

  /// The primary server, which has all commits.
  public static let primary = ReadPreference(usesReplica: false)

  /// A replica, another one each time. It may not have the last commits yet.
  public static let replica = ReadPreference(usesReplica: true)

  /// A replica that has all commits before a position, such as those of the program itself.
  public static func replica(after position: LogPosition) -> ReadPreference {
    ReadPreference(usesReplica: true, position: position)
  }
}
