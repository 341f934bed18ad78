import LinqCore
import People
import PeopleIO
import Tabular
import Testing

/// What an import gives: the summary, the rejections as text, and the people stored.
struct ImportOutcome {
  let summary: ImportSummary
  let rejections: [String]
  let people: [Person]
}

/// The options of an import on a day. They allow 100 rejected rows, unless something else is
/// changed.
func options(
  asOf day: String = "2026-06-15",
  _ change: (inout ImportOptions) throws -> Void = { $0.maximumRejections = 100 }
) throws -> ImportOptions {
  var options = ImportOptions(asOf: try #require(CalendarDate(day)))
  try change(&options)
  return options
}

/// Imports a source into a store, which is a new one in memory if none is given.
@discardableResult
func importSource(
  _ source: ByteSource, _ options: ImportOptions, into store: PersonStore? = nil
) throws -> ImportOutcome {
  let store = try store ?? PersonStore(path: ":memory:")
  var rejections: [String] = []
  let summary = try PersonImporter(options: options).run(source, into: store) {
    rejections.append("\($0)")
  }
  return ImportOutcome(summary: summary, rejections: rejections, people: try store.people.all())
}

/// Imports a text into a store, which is a new one in memory if none is given.
@discardableResult
func importText(
  _ text: String, _ options: ImportOptions, into store: PersonStore? = nil
) throws -> ImportOutcome {
  try importSource(ByteSource(text: text), options, into: store)
}
