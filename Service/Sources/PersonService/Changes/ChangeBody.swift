import Foundation
import Hummingbird
import People

/// An entry of the history as the API writes it. All fields are there, null where there is nothing.
struct ChangeBody: Encodable, Sendable {
  private let change: StoredChange

  init(_ change: StoredChange) { self.change = change }

  private enum CodingKeys: CodingKey {
    case number, time, user, request, kind, subject, id, other, before, after
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(change.id, forKey: .number)
    let time = Date(timeIntervalSince1970: Double(change.madeAt) / 1000)
    try container.encode(
      time.formatted(Date.ISO8601FormatStyle(includingFractionalSeconds: true)), forKey: .time)
    try container.encode(change.author, forKey: .user)
    try container.encode(change.request, forKey: .request)
    try container.encode(change.kind, forKey: .kind)
    try container.encode(change.subject, forKey: .subject)
    try container.encode(change.subjectID, forKey: .id)
    try container.encode(change.otherID, forKey: .other)
    try container.encode(state(change.before), forKey: .before)
    try container.encode(state(change.after), forKey: .after)
  }

  private func state(_ text: String?) throws -> State? {
    try text.map { try State(JSONDecoder(), Data($0.utf8), change.subject) }
  }

  /// What a person, a group or an import was.
  private enum State: Encodable {
    case person(PersonBody)
    case deleted(DeletedPerson)
    case group(GroupState)
    case file(FileState)

    init(_ decoder: JSONDecoder, _ json: Data, _ subject: String) throws {
      switch StoredChange.Subject(rawValue: subject) {
      case .group: self = .group(try decoder.decode(GroupState.self, from: json))
      case .file: self = .file(try decoder.decode(FileState.self, from: json))
      case .person, nil:
        if let deleted = try? decoder.decode(DeletedPerson.self, from: json) {
          self = .deleted(deleted)
        } else {
          self = .person(try decoder.decode(PersonBody.self, from: json))
        }
      }
    }

    func encode(to encoder: any Encoder) throws {
      switch self {
      case .person(let state): try state.encode(to: encoder)
      case .deleted(let state): try state.encode(to: encoder)
      case .group(let state): try state.encode(to: encoder)
      case .file(let state): try state.encode(to: encoder)
      }
    }
  }
}

/// A page of the history, the last change first.
struct ChangesPage: Encodable {
  /// Whether changes are recorded.
  let isRecorded: Bool
  let changes: [ChangeBody]
  /// The parameter `after` of the next page; null on the last.
  let next: String?

  private enum CodingKeys: CodingKey {
    case isRecorded, changes, next
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    try container.encode(isRecorded, forKey: .isRecorded)
    try container.encode(changes, forKey: .changes)
    try container.encode(next, forKey: .next)
  }

  /// - Parameter found: the changes of the page, and one more if there is a next page.
  init(_ found: [StoredChange], limit: Int, isRecorded: Bool) {
    self.isRecorded = isRecorded
    let page = found.prefix(limit)
    changes = page.map(ChangeBody.init)
    next = found.count > limit ? page.last.map { "\($0.id)" } : nil
  }
}
