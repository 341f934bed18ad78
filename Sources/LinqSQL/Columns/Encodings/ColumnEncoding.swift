package import StoreEngine

/// How a column stores the values of a type, where it is not the usual way.
///
/// Tables of other programs store points in time and identifiers in many ways. An encoding is a
/// part of the declaration of a column; chains, rows and errors do not change.
///
/// ```swift
/// Table(
///   "session", Session.init,
///   .primaryKey("id", \.id).encoded(as: .lowercase),            // UUID: '1b4e28ba-2fa1-…'
///   .column("user", \.user),
///   .column("opened", \.opened).encoded(as: .iso8601),          // Date: '2026-03-01T08:30:00Z'
///   .column("seen", \.seen).encoded(as: .secondsSince1970))     // Date?: 1772353800
///
/// sessions.where { $0.opened >= monday }.sortDescending { $0.seen }
/// // SELECT swift_decode_lowercase(id), user, swift_decode_iso8601(opened),
/// //   iif(typeof(seen) = 'integer', seen * 1000000, seen)
/// // FROM session WHERE opened >= swift_encode_iso8601(?) ORDER BY seen DESC, id
/// ```
///
/// Comparisons and sorts use the stored values, so indexes serve them: each value has one stored
/// form, and the order of the stored forms is that of the values. A stored value of another form is
/// an error where it is read, and equal to no value of a chain.
///
/// A value that lies between two that the column can store is rounded where it is written, and
/// compared exactly: `$0.opened < date` is right for a date with fractions of a second, too.
///
/// A parameter that is out of its range is an error when the table is first used
/// (``TableDeclarationError``).
public struct ColumnEncoding<Value: Sendable>: Sendable {
  let stored: StoredEncoding
  /// Why a parameter is wrong; nil if it is not. The encoding then has another one.
  var problem: String?

  /// Returns whether a stored value is one of the encoding.
  package func reads(_ value: StoreEngine.Value) -> Bool { stored.reads(value) }

  /// Returns the stored form of a value in its usual form; nil for one that it does not have.
  package func encoded(_ value: StoreEngine.Value) -> StoreEngine.Value? {
    stored.encode(value, .nearest)
  }

  /// Returns an encoding with a number of digits, or with the nearest number that it can have.
  static func digits(
    _ digits: Int, in range: ClosedRange<Int>, _ stored: (Int) -> StoredEncoding
  ) -> Self {
    let nearest = min(max(digits, range.lowerBound), range.upperBound)
    let problem = "it has \(range.lowerBound) to \(range.upperBound) digits, not \(digits)"
    return Self(stored: stored(nearest), problem: digits == nearest ? nil : problem)
  }
}

extension TableColumn {
  /// Returns the same column with another encoding of its values.
  public func encoded(as encoding: ColumnEncoding<Value>) -> Self {
    encoded(encoding.stored, encoding.problem)
  }

  /// Returns the same column with another encoding of its values; nil is NULL.
  public func encoded<Wrapped>(as encoding: ColumnEncoding<Wrapped>) -> Self
  where Value == Wrapped? { encoded(encoding.stored, encoding.problem) }

  private func encoded(_ encoding: StoredEncoding, _ problem: String?) -> Self {
    var column = self
    column.encoding = encoding
    column.encodingProblem = self.encoding == nil ? problem : "the column has one already"
    let (write, property) = (write, name)
    column.write = { row, writer in
      var usual = RowWriter()
      try write(row, &usual)
      for value in usual.values {
        guard let stored = encoding.encode(value, .nearest) else {
          throw ColumnValueError.notRepresentable(
            encoding.text(of: value), type: "\(Value.self)", encoding: "\(encoding) of \(property)")
        }
        if usual.changesValue || encoding.mayStoreOther(than: value, as: stored) {
          writer.changesValue = true
        }
        try writer.write(stored)
      }
    }
    return column
  }
}
