package import Foundation
import LinqText
package import TestModel

/// A difference that was found once, kept so that it never comes back: a file of the folder
/// `Tests/FuzzTests/Regressions`.
package struct Regression: Codable {
  /// The chain as text.
  package let chain: String
  /// The chains that run before it, whose plans it may find.
  let before: [String]?
  /// Its result in plain Swift, as JSON, or what went wrong there.
  package let expected: String
  let people: [Person]
  let purchases: [Purchase]
  /// How the purchases are stored, if it is not the standard way.
  let schema: Schema?
  /// Values in the table of the purchases that cannot be read, if there are any.
  let faults: [Fault]?

  /// The one in a file.
  package init(contentsOf file: URL) throws {
    self = try JSONDecoder().decode(Regression.self, from: Data(contentsOf: file))
  }

  init(_ shrinker: Shrinker) {
    chain = shrinker.difference.chain
    before = shrinker.difference.before.isEmpty ? nil : shrinker.difference.before
    expected = shrinker.difference.expected
    people = shrinker.corpus.people
    purchases = shrinker.corpus.purchases
    schema = shrinker.corpus.schema == .standard ? nil : shrinker.corpus.schema
    faults = shrinker.corpus.faults.isEmpty ? nil : shrinker.corpus.faults
  }

  /// Writes it to a folder, under a name of its own.
  package func write(to folder: URL, name: String) throws {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    try encoder.encode(self).write(to: folder.appending(path: "\(name).json"))
  }

  /// What the chain gives in SQL, with indexes, and in memory; and on a server, if there is one.
  package func results(server: TestStore? = nil) throws -> [String] {
    var corpus = Corpus.nothing
    corpus.people = people
    corpus.purchases = purchases
    corpus.schema = schema ?? .standard
    corpus.faults = faults ?? []
    // On a server, conditions compare such values as they are stored (S83).
    let stage = try Stage(corpus, .analyzed, server: corpus.faults.isEmpty ? server : nil)
    defer { stage.close() }
    return [stage.plain, stage.indexed, stage.server].compactMap(\.self).flatMap { form in
      for other in before ?? [] { _ = result(other, form) }
      return [QueryPolicy.automatic, .memoryOnly].map { policy in
        result { try form.parse(chain).run(policy: policy) }
      }
    }
  }
}
