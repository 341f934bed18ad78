import Foundation
import People

/// The answer to a request with an `Idempotency-Key`. A client that has not got it sends the
/// request again, and gets it without anything happening twice.
struct StoredAnswer: Sendable {
  var id: Int64 = 0
  /// The client, and the key that it has chosen.
  let key: String
  /// The hash of the request: the same key with another request is a mistake.
  let request: String
  let status: Int
  let location: String?
  let entityTag: String?
  let body: String
  /// When the request was answered, in seconds since 1970.
  let answered: Int

  static let table = Table(
    "service_answer", StoredAnswer.init, .primaryKey("id", \.id), .column("key", \.key),
    .column("request", \.request), .column("status", \.status), .column("location", \.location),
    .column("entity_tag", \.entityTag), .column("body", \.body), .column("answered", \.answered))

  /// How long answers are kept.
  static let lifetime = 24 * 3600
}
