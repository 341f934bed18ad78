import People

/// A change of the store that was made over the interface, as the table of changes has it.
struct StoredChange: Sendable {
  /// What happened.
  enum Kind: String, CaseIterable {
    case create, change, delete, merge, restore, forget
    /// The import of a file, and its undo: one entry for all of its people.
    case importing = "import"
    case undo
  }

  /// What it happened to.
  enum Subject: String {
    case person, group, file
  }

  var id: Int64 = 0
  /// When it was made, in milliseconds since 1970.
  let madeAt: Int
  /// The name of the client's token; nil without tokens.
  let author: String?
  /// The id of the request.
  let request: String
  let kind: String
  let subject: String
  /// The id of the person or the group, or the number of the import; nil for an import on a server.
  let subjectID: Int64?
  /// Of two people who are merged, the id of the other one.
  let otherID: Int64?
  /// The state before, as JSON; nil if there was none.
  let before: String?
  /// The state after, as JSON; nil if there is none any more.
  let after: String?
  /// Whether this is the deletion of a person who can be restored: 1 or 0.
  let isTrash: Int

  static let table = Table(
    "service_change", StoredChange.init, .primaryKey("id", \.id), .column("made_at", \.madeAt),
    .column("author", \.author), .column("request", \.request), .column("kind", \.kind),
    .column("subject", \.subject), .column("subject_id", \.subjectID),
    .column("other_id", \.otherID), .column("before", \.before), .column("after", \.after),
    .column("is_trash", \.isTrash))
}
