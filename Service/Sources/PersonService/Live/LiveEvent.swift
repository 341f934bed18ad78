import People

/// An event of a stream of live queries.
struct LiveEvent: Sendable {
  /// How events are written.
  enum Form: Sendable {
    /// All of one query, with the id of the state as the id of the event.
    case single
    /// Of several queries, with the name of each. The stream has an id.
    case shared(id: String)
  }

  enum Content: Sendable {
    /// The first state.
    ///
    /// - Parameter known: the id of the state that the client knows from before.
    case result([ResultValue], columns: [String], known: String?)
    /// What has changed since the last state.
    case changes(from: [ResultValue], to: [ResultValue])
    /// What has ended the query.
    case problem(Problem)
  }

  /// The name of the query.
  private let query: String
  private let content: Content

  init(query: String, _ content: Content) { (self.query, self.content) = (query, content) }

  /// Whether the query has ended.
  var isLast: Bool { if case .problem = content { true } else { false } }

  /// A comment, by which a client knows that the service is there.
  static let heartbeat = ":\n\n"

  /// The event that comes last when the service stops.
  static let end = "event: end\ndata: {}\n\n"

  /// The event that comes first in a shared stream.
  static func opening(_ id: String) -> String {
    "event: stream\ndata: {\"id\":\(JSONText.of(id))}\n\n"
  }

  /// Returns the text of the event.
  func text(_ form: Form) -> String {
    switch content {
    case .result(let state, let columns, let known):
      let id = Self.id(of: state)
      // A client that comes back and has missed nothing is told so.
      guard id != known else { return text(form, "same", "{}", id) }
      let rows = state.map(\.json).joined(separator: ",")
      return text(form, "result", #"{"columns":\#(JSONText.of(columns)),"rows":[\#(rows)]}"#, id)
    case .changes(let before, let state):
      // A query may run again, and find the same.
      guard let changes = Self.changes(from: before, to: state) else { return Self.heartbeat }
      return text(form, "changes", changes, Self.id(of: state))
    case .problem(let problem):
      return text(form, "problem", problem.json, nil)
    }
  }

  private func text(_ form: Form, _ kind: String, _ data: String, _ id: String?) -> String {
    switch form {
    case .single:
      return "\(id.map { "id: \($0)\n" } ?? "")event: \(kind)\ndata: \(data)\n\n"
    case .shared:
      let id = id.map { #","id":"\#($0)""# } ?? ""
      return "event: \(kind)\n"
        + #"data: {"query":\#(JSONText.of(query))\#(id),"data":\#(data)}"# + "\n\n"
    }
  }

  /// Returns what has changed; nil if nothing has.
  private static func changes(from before: [ResultValue], to state: [ResultValue]) -> String? {
    let changes = state.difference(from: before).inferringMoves().map { change in
      switch change {
      case .remove(let place, let value, let target):
        #"{"remove":\#(place),"row":\#(value.json)\#(target.map { #","to":\#($0)"# } ?? "")}"#
      case .insert(let place, let value, let origin):
        #"{"insert":\#(place),"row":\#(value.json)\#(origin.map { #","from":\#($0)"# } ?? "")}"#
      }
    }
    return changes.isEmpty ? nil : "[\(changes.joined(separator: ","))]"
  }

  /// The id of a state: equal states have equal ids, in each process.
  private static func id(of state: [ResultValue]) -> String {
    var hash = StableHash()
    for value in state { hash.add(value.json) }
    return hash.text
  }
}
