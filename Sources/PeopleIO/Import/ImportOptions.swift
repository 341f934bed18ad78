public import LinqCore
public import Tabular

/// How a file of people is imported.
public struct ImportOptions: Sendable {
  /// What to do with a person whose id or e-mail address a stored person has already.
  public enum OnConflict: String, CaseIterable, Sendable {
    /// The row is rejected.
    case error
    /// The row is skipped; the stored person stays as it is.
    case ignore
    /// The stored person gets the values of the file's columns; what the file does not have stays.
    case update
  }

  /// Which column each field is read from; found by name where it is not given.
  public var mapping = ColumnMapping()

  /// What to do with a person that is there already; ``OnConflict/error`` unless set.
  public var onConflict = OnConflict.error

  /// The number of rows that may be rejected. One more and nothing at all is imported. 0 unless
  /// set.
  public var maximumRejections = 0

  /// The day up to which an age is counted where it is mapped from a date; today, as a rule.
  public var asOf: CalendarDate

  /// Whether everything is done but for storing it.
  public var isDryRun = false

  /// Format, delimiter and limits of the file.
  public var reader = ReaderOptions()

  /// The defaults, with the day up to which ages are counted.
  public init(asOf: CalendarDate) { self.asOf = asOf }
}

/// What an import did.
public struct ImportSummary: Sendable, Hashable, Codable {
  /// Rows read, rejected ones included.
  public var read = 0
  /// People who are new in the store.
  public var inserted = 0
  /// People who were there already and got new values.
  public var updated = 0
  /// People who were there already and stayed as they were.
  public var skipped = 0
  /// Rows that were refused.
  public var rejected = 0
  /// Columns of the file that no field was read from.
  public var unusedColumns: [String] = []

  /// Nothing read yet.
  public init() {}
}
