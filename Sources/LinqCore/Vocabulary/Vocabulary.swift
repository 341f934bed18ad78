/// The functions and properties of values that chains can use, each declared once. `Text.swift` and
/// the files beside it declare them, next to the methods of ``QueryExpression`` that call them.
///
/// ```swift
/// people.select { $0.name.trimming() }            // Vocabulary.trimming($0.name)
/// // SELECT swift_trimming(name) FROM person ORDER BY id
/// ```
package enum Vocabulary {
  /// All entries, in the sections of the Vocabulary page.
  package static let sections: [(title: String, entries: [any VocabularyEntry])] = [
    ("Text", texts + foundationTexts),
    ("Characters", characters),
    ("Whole numbers", wholeNumbers + bits),
    ("Floating-point numbers", realNumbers + realParts),
    ("Decimal numbers", decimals),
    ("Conversions", conversions + integerConversions),
    ("Days", days),
    ("Points in time", times),
  ]

  /// All entries, in the order of the sections.
  package static let all: [any VocabularyEntry] = sections.flatMap(\.entries)

  /// The members of values with a name, of any receiver.
  package static func members(named name: String) -> [any VocabularyEntry] {
    spelled.members[name] ?? []
  }

  /// The functions with a name that are no members.
  package static func functions(named name: String) -> [any VocabularyEntry] {
    spelled.functions[name] ?? []
  }

  /// The names of all functions that are no members, sorted.
  package static var functionNames: [String] { spelled.functions.keys.sorted() }

  private typealias Named = [String: [any VocabularyEntry]]

  private static let spelled: (members: Named, functions: Named) = {
    var (members, functions): (Named, Named) = ([:], [:])
    for entry in all {
      guard let spelling = entry.spelling else { continue }
      if spelling.isMember {
        members[spelling.name, default: []].append(entry)
      } else {
        functions[spelling.name, default: []].append(entry)
      }
    }
    return (members, functions)
  }()
}
