import Foundation
import Hummingbird

/// What a request says about the state of what it reads or changes, as entity tags.
struct Preconditions: Sendable {
  /// `If-Match`: the states in which it is changed; nil if the client did not say.
  private let match: String?
  /// `If-None-Match`: the states in which it is not; nil if the client did not say.
  private let noneMatch: String?

  init(_ request: Request) {
    (match, noneMatch) = (request.headers[.ifMatch], request.headers[.ifNoneMatch])
  }

  /// Creates what only `If-Match` would say.
  init(match: String?) { (self.match, noneMatch) = (match, nil) }

  /// Returns whether a state is one of those that a client wants to change.
  func allow(_ tag: String) -> Bool {
    (match.map { $0 == "*" || Self.tags($0).contains(tag) } ?? true) && !exclude(tag)
  }

  /// Returns whether `If-None-Match` has the tag of a state. Weak tags count, too, as a proxy that
  /// compresses answers makes of strong ones.
  func exclude(_ tag: String) -> Bool {
    noneMatch.map { header in
      header == "*" || Self.tags(header).contains { $0 == tag || $0 == "W/\(tag)" }
    } ?? false
  }

  /// Returns the entity tags in a header.
  private static func tags(_ header: String) -> [String] {
    header.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
  }
}

extension Problem {
  /// Throws a problem with status 412 if what is stored is not what a client knows.
  ///
  /// - Parameter tag: the entity tag of what is stored.
  static func check(_ known: Preconditions, _ tag: String, _ title: String) throws {
    guard !known.allow(tag) else { return }
    var problem = Problem(.preconditionFailed, "changed", title)
    problem.headers[.eTag] = tag
    throw problem
  }
}
