import Hummingbird

/// Who makes a change, and with which request.
struct ChangeAuthor: Sendable {
  /// The name of the client's token; nil without tokens.
  let user: String?
  /// The id of the request, which the log and the answer have, too.
  let request: String
}

extension ServiceContext {
  /// Who sends the request.
  var author: ChangeAuthor { ChangeAuthor(user: record.user, request: requestID) }
}
