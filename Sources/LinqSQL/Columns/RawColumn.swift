internal import StoreEngine

/// What a column of a type with a raw value holds.
enum RawColumn {
  /// Returns whether a column of a type holds the raw value: each case of an enumeration, and the
  /// samples of another type, are written as such. A type may write something else.
  static func holdsRawValue(of type: any ColumnValue.Type) -> Bool {
    func holds<Raw: ColumnValue & RawRepresentable>(_ type: Raw.Type) -> Bool {
      guard let samples = Raw.sampleValues else { return false }
      let values: [Raw] = [samples.0, samples.1] + cases(type)
      return values.allSatisfy { value in
        guard let rawValue = value.rawValue as? any ColumnValue else { return false }
        return storedValue(value).map { $0 == storedValue(rawValue) } ?? false
      }
    }
    guard let type = type as? any (ColumnValue & RawRepresentable).Type else { return false }
    return holds(type)
  }

  private static func cases<Case>(_ type: Case.Type) -> [Case] {
    func all<Cases: CaseIterable>(_ type: Cases.Type) -> [Case] {
      type.allCases.compactMap { $0 as? Case }
    }
    return (type as? any CaseIterable.Type).map { all($0) } ?? []
  }
}
