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

  /// The mapping of fields to columns. Fields that are not mapped are found by their names.
  public var mapping = ColumnMapping()

  /// The handling of people who are stored already; ``OnConflict/error`` by default.
  public var onConflict = OnConflict.error

  /// The number of rows that may be rejected; 0 by default. With one more, nothing at all is
  /// imported.
  public var maximumRejections = 0

  /// The day on which ages hold if they are computed from dates of birth; usually today.
  public var asOf: CalendarDate

  /// Whether rows that the store refuses are reported with their fields, as rows that cannot be
  /// read are in any case; false by default, because the fields of all rows are copied for it.
  public var keepsRows = false

  /// Whether the import is rolled back at its end.
  public var isDryRun = false

  /// The format, the delimiter and the limits of the file.
  public var reader = ReaderOptions()

  /// Creates the default options with the day on which ages hold.
  public init(asOf: CalendarDate) { self.asOf = asOf }
}

/// The result of an import.
public struct ImportSummary: Sendable, Hashable, Codable {
  /// The number of rows read, including rejected ones.
  public var read = 0
  /// The number of people who are new in the store.
  public var inserted = 0
  /// The number of people who were stored already and got new values.
  public var updated = 0
  /// The number of people who were stored already and did not change.
  public var skipped = 0
  /// The number of rejected rows.
  public var rejected = 0
  /// The columns of the file from which no field was read.
  public var unusedColumns: [String] = []

  /// Creates the result before the first row.
  public init() {}
}
