import Foundation
import People
import PeopleIO
import StoreSQLite
import Synchronization

/// The table of changes: the history of each person, the trash, and the audit trail.
///
/// Each entry is written in the transaction that makes the change, so that there is none without
/// the other. Entries are kept for a time, and up to a number.
final class ChangeLog: Sendable {
  private let limits: ServiceLimits
  /// When old entries were deleted last.
  private let pruned = Mutex(ContinuousClock.now)

  init(limits: ServiceLimits) { self.limits = limits }

  /// Whether changes are recorded.
  var isOn: Bool { limits.changes > 0 && limits.changeAge > .zero }

  /// Records what became of a person. Nothing is recorded if nothing is different.
  ///
  /// - Parameters:
  ///   - before: the person before; nil for a new one.
  ///   - after: the person after; nil for one who is deleted.
  ///   - other: of two people who are merged, the id of the other one.
  ///   - groups: the groups of a person who is deleted.
  ///   - text: the person after as JSON, if it is there already.
  func record(
    _ kind: StoredChange.Kind, from before: Person?, to after: Person?, other: Int64? = nil,
    groups: [DeletedPerson.Place] = [], text: String? = nil, by author: ChangeAuthor,
    in transaction: StoreTransaction
  ) throws {
    guard isOn, before != after, let id = (before ?? after)?.id else { return }
    let old = before.map { person in
      after == nil
        ? JSONText.of(DeletedPerson(person: PersonBody(person), groups: groups))
        : JSONText.of(PersonBody(person))
    }
    try record(
      kind, of: .person, id, other: other, from: old,
      to: after.map { text ?? JSONText.of(PersonBody($0)) },
      isTrash: after == nil, by: author, in: transaction)
  }

  /// Records what became of a group. Nothing is recorded if nothing is different.
  func record(
    _ kind: StoredChange.Kind, from before: PersonGroup?, to after: PersonGroup?,
    by author: ChangeAuthor, in transaction: StoreTransaction
  ) throws {
    let (old, new) = (before.map(GroupState.init), after.map(GroupState.init))
    guard isOn, old != new, let id = (before ?? after)?.id else { return }
    try record(
      kind, of: .group, id, from: old.map { JSONText.of($0) }, to: new.map { JSONText.of($0) },
      by: author, in: transaction)
  }

  /// Records the import of a file, or its undo.
  func record(
    _ kind: StoredChange.Kind, _ file: FileState, number: Int?, by author: ChangeAuthor,
    in transaction: StoreTransaction
  ) throws {
    guard isOn, file.inserted + file.updated > 0 else { return }
    let text = JSONText.of(file)
    try record(
      kind, of: .file, number.map(Int64.init), from: kind == .undo ? text : nil,
      to: kind == .undo ? nil : text, by: author, in: transaction)
  }

  /// Records that the values of a deleted person were taken out of the history.
  func recordForgotten(
    _ id: Int64, by author: ChangeAuthor, in transaction: StoreTransaction
  ) throws {
    try record(.forget, of: .person, id, from: nil, to: nil, by: author, in: transaction)
  }

  private func record(
    _ kind: StoredChange.Kind, of subject: StoredChange.Subject, _ id: Int64?,
    other: Int64? = nil, from before: String?, to after: String?, isTrash: Bool = false,
    by author: ChangeAuthor, in transaction: StoreTransaction
  ) throws {
    let changes = transaction.rows(of: StoredChange.table)
    let stored = try changes.insert(
      StoredChange(
        madeAt: Self.now, author: author.user, request: author.request, kind: kind.rawValue,
        subject: subject.rawValue, subjectID: id, otherID: other, before: before, after: after,
        isTrash: isTrash ? 1 : 0))
    try prune(changes, after: stored.id)
  }

  /// Deletes old entries now and then: after some entries, and after a minute.
  private func prune(_ changes: TableAccess<StoredChange>, after last: Int64) throws {
    let interval = Int64(max(1, min(100, limits.changes / 10)))
    let isDue = pruned.withLock { time in
      guard last % interval == 0 || time.duration(to: .now) > .seconds(60) else { return false }
      time = .now
      return true
    }
    guard isDue else { return }
    let (first, oldest) = (
      last - Int64(limits.changes), Self.now - Int(limits.changeAge / .milliseconds(1))
    )
    try changes.where { $0.id <= first }.delete()
    try changes.where { $0.madeAt < oldest }.delete()
  }

  private static var now: Int { Int(Date().timeIntervalSince1970 * 1000) }
}

/// A group as the history has it.
struct GroupState: Codable, Equatable {
  let letter: String
  /// The ids of the people, in order.
  let items: [Int64]

  init(_ group: PersonGroup) { (letter, items) = (group.letter, group.items.map(\.id)) }
}

/// The import of a file as the history has it.
struct FileState: Codable {
  let source: String
  let inserted: Int
  let updated: Int
}

/// A deleted person as the trash has it: the values, and the places in groups.
struct DeletedPerson: Codable {
  struct Place: Codable, Equatable {
    let id: Int64
    let letter: String
    let position: Int64
  }

  let person: PersonBody
  let groups: [Place]

  private enum CodingKeys: CodingKey {
    case groups
  }

  init(person: PersonBody, groups: [Place]) { (self.person, self.groups) = (person, groups) }

  init(from decoder: any Decoder) throws {
    person = try PersonBody(from: decoder)
    groups = try decoder.container(keyedBy: CodingKeys.self).decode([Place].self, forKey: .groups)
  }

  func encode(to encoder: any Encoder) throws {
    try person.encode(to: encoder)
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(groups, forKey: .groups)
  }

  /// Returns the places of a stored person in groups.
  static func places(of id: Int64, in transaction: StoreTransaction) throws -> [Place] {
    try transaction.connection.query(
      """
      SELECT g.id, g.letter, i.position FROM person_group_item i
      JOIN person_group g ON g.id = i.group_id WHERE i.person_id = ? ORDER BY g.id, i.position
      """, [.integer(id)]
    ) { Place(id: try $0.integer(0), letter: try $0.text(1), position: try $0.integer(2)) }
  }
}
