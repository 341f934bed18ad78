/// What is done with a record of CSV and TSV with fewer fields than there are columns.
public enum ShortRows: String, CaseIterable, Sendable {
  /// It is rejected.
  case refuse
  /// Its missing fields are null, and the reader counts it.
  case fill
}
