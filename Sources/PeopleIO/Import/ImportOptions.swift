public import LinqCore
public import Tabular

/// The options for importing a file of people.
public struct ImportOptions: Sendable {
  /// The handling of a person whose id or e-mail address a stored person has already.
  public enum OnConflict: String, CaseIterable, Sendable {
    /// The row is rejected.
    case error
    /// The row is skipped, and the stored person does not change.
    case ignore
    /// The stored person gets the values of the file's columns. Fields without a column do not
    /// change.
    case update
  }

  /// What the columns of the file are, as far as it is known. The rest is guessed.
  public var mapping = ColumnMapping()

  /// By what people are found who are stored already; nil for their id and their e-mail address.
  public var key: PersonKey?

  /// The handling of people who are stored already; ``OnConflict/error`` by default.
  public var onConflict = OnConflict.error

  /// The number of rows that may be rejected; 0 by default. With one more, nothing at all is
  /// imported. A dry run goes on, and counts them all.
  public var maximumRejections = 0

  /// The day on which ages hold if they are counted from days or years of birth; usually today.
  public var asOf: CalendarDate

  /// Whether ages are counted from a day or a year of birth if the file has no ages; false by
  /// default. An age that is mapped to such a column is counted in any case.
  public var countsAges = false

  /// The form of the days in the file; nil for ISO 8601, and for other forms where a guessed column
  /// leaves no doubt.
  public var dates: DateForm?

  /// The texts that stand for no value. In a file that the program has exported, only an empty
  /// field without quotes does.
  public var nullWords = NullWords.usual

  /// Whether white space around values is left out; false by default.
  public var trims = false

  /// Whether rows that the store refuses are reported with their fields, as rows that cannot be
  /// read are in any case; false by default, because the fields of all rows are copied for it.
  public var keepsRows = false

  /// Whether the import is recorded, so that it can be undone (``ImportHistory``); true by default.
  /// It keeps all values of each person who is changed. A server records nothing.
  public var isUndoable = true

  /// Whether the import is rolled back at its end.
  public var isDryRun = false

  /// The format, the delimiter and the limits of the file. Parts of nested JSON are columns, such
  /// as `name.first`.
  public var reader = ReaderOptions(flattensNested: true)

  /// Creates the default options with the day on which ages hold.
  public init(asOf: CalendarDate) { self.asOf = asOf }

  /// Whether people may lack a name, because they are found by a key and only changed.
  var findsByKey: Bool { key != nil && onConflict == .update }
}

/// The result of an import.
public struct ImportSummary: Sendable, Hashable, Codable {
  /// The number by which the import can be undone (``ImportHistory``); nil if nothing changed, or
  /// nothing was recorded.
  public var number: Int?
  /// The number of rows read, including rejected and empty ones.
  public var read = 0
  /// The number of people who are new in the store.
  public var inserted = 0
  /// The number of people who were stored already and got new values.
  public var updated = 0
  /// The number of people who were stored already and did not change.
  public var skipped = 0
  /// The number of rejected rows.
  public var rejected = 0
  /// The number of rows of CSV and TSV without any value, which are left out.
  public var emptyRows = 0
  /// The number of rows with fewer fields than columns whose missing fields were taken for empty.
  public var filledRows = 0
  /// The columns of the file from which nothing was read.
  public var unusedColumns: [String] = []
  /// What was read from the columns of the file; nil if it has none.
  public var mapping: ResolvedMapping?
  /// What was done with values that the fields cannot have as they are.
  public var notes: [ImportNote] = []

  /// Creates the result before the first row.
  public init() {}
}
