import Foundation
import Hummingbird

extension Problem {
  /// Throws a problem with status 412 if what is stored is not what a client knows.
  ///
  /// - Parameters:
  ///   - tags: the entity tags in `If-Match`; nil if the client did not say.
  ///   - tag: the entity tag of what is stored.
  static func check(_ tags: String?, _ tag: String, _ title: String) throws {
    guard let tags, tags != "*", !self.tags(tags).contains(tag) else { return }
    var problem = Problem(.preconditionFailed, "changed", title)
    problem.headers[.eTag] = tag
    throw problem
  }

  /// Returns the entity tags in a header.
  static func tags(_ header: String) -> [String] {
    header.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
  }
}
