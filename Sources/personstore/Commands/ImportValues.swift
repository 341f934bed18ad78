internal import ArgumentParser
internal import Foundation
internal import LinqCore
internal import PeopleIO
internal import TableIO
internal import Tabular

/// The options of `personstore import` that say how the values of the file are written.
struct ImportValues: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      """
      The day up to which ages are counted from days or years of birth, YYYY-MM-DD. Without it, \
      only ages that are mapped to such columns are, up to today.
      """, valueName: "day"))
  var asOf: String?

  @Option(
    help: ArgumentHelp(
      "The form of days, such as %d/%m/%Y. (default: ISO 8601, or guessed)", valueName: "form"))
  var dates: String?

  @Option(
    help: ArgumentHelp(
      """
      The texts that stand for no value, with commas between them; the empty one always does. \
      (default: NA,N/A,#N/A,-,null,NULL,\\N)
      """, valueName: "texts"))
  var null: String?

  @Flag(help: "Leave out white space around values.")
  var trim = false

  /// Sets what the options say.
  func apply(to options: inout ImportOptions) throws {
    options.countsAges = asOf != nil
    options.dates = try dateForm()
    if let null = try nullWords() { options.nullWords = null }
    options.trims = trim
  }

  /// Sets what the options say for a table.
  func apply(to options: inout TableImportOptions) throws {
    let day = try day()
    if let form = try dateForm() {
      options.forms.day = { form.date(utf8: $0, asOf: day) }
    }
    if let null = try nullWords() {
      options.forms.nullWords = null
      options.forms.areNullInTexts = true
    }
    options.trims = trim
  }

  private func dateForm() throws -> DateForm? {
    try dates.map { text in
      try ImportColumns.parsed("--dates") { () throws(ImportError) in try DateForm(text) }
    }
  }

  private func nullWords() throws -> NullWords? {
    try null.map { text in
      NullWords(
        try ImportColumns.parsed("--null") { () throws(ImportError) in
          try ColumnMapping.columns(parsing: text)
        })
    }
  }

  /// Returns the day on which ages hold.
  func day() throws -> CalendarDate {
    guard let asOf else { return .today }
    guard let date = CalendarDate(asOf) else {
      throw ValidationError("--as-of is a day YYYY-MM-DD, not '\(asOf)'.")
    }
    return date
  }
}

extension CalendarDate {
  /// The current day in the local time zone.
  fileprivate static var today: CalendarDate {
    let parts = Calendar(identifier: .gregorian).dateComponents(
      [.year, .month, .day], from: Date())
    // The clock may be set to any year. A day that `CalendarDate` cannot represent becomes its last
    // day.
    return CalendarDate(year: parts.year ?? 0, month: parts.month ?? 0, day: parts.day ?? 0)
      ?? CalendarDate(year: 9999, month: 12, day: 31).unsafelyUnwrapped
  }
}
