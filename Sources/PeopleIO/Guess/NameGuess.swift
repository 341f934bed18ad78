/// The columns from which names are read.
struct NameColumns: Sendable, Hashable {
  /// The column of the given name.
  var given: Int?
  /// The column of the family name.
  var family: Int?
  /// The column of the whole name, and its form.
  var whole: Int?
  var form = NameForm.single
  /// The columns that name a person who has no name in the others, the best one first.
  var others: [Int] = []
  /// Why these.
  var reason = ""
}

/// The columns that have one of the roles, by their names.
struct RoleCandidates {
  private var columns: [ColumnRole: [Int]] = [:]

  /// Finds the columns for each role: filled ones before empty ones, then those whose names fit
  /// better, then the first of several with numbers, then those with more values.
  init(_ headers: [HeaderText], _ sample: ColumnSample, except taken: Set<Int>) {
    var found: [ColumnRole: [(index: Int, fit: RoleFit)]] = [:]
    for (index, header) in headers.enumerated() where !taken.contains(index) {
      guard let (role, fit) = FieldWords.role(of: header) else { continue }
      found[role, default: []].append((index, fit))
    }
    columns = found.mapValues { candidates in
      candidates.sorted { left, right in
        let isFilled = (sample.isFilled(left.index), sample.isFilled(right.index))
        if isFilled.0 != isFilled.1 { return isFilled.0 }
        if left.fit != right.fit { return left.fit > right.fit }
        let numbers = (headers[left.index].number, headers[right.index].number)
        if numbers.0 != numbers.1 { return numbers.0 < numbers.1 }
        let counts = (sample.values[left.index].count, sample.values[right.index].count)
        return counts.0 != counts.1 ? counts.0 > counts.1 : left.index < right.index
      }.map(\.index)
    }
  }

  subscript(role: ColumnRole) -> [Int] { columns[role] ?? [] }
}

extension NameColumns {
  /// Guesses the columns of the names; nil if none has one.
  ///
  /// `given` and `family` are columns that are known already.
  static func guessed(
    _ headers: [HeaderText], _ candidates: RoleCandidates, _ sample: ColumnSample,
    given knownGiven: Int?, family knownFamily: Int?
  ) -> NameColumns? {
    let wholes = candidates[.whole]
    var names = NameColumns(
      given: knownGiven ?? candidates[.given].first,
      family: knownFamily ?? candidates[.family].first)
    names.others =
      wholes + candidates[.login] + candidates[.organization] + candidates[.email]
    // A column without a value gives no name.
    if knownGiven == nil, let given = names.given, !sample.isFilled(given) { names.given = nil }
    if knownFamily == nil, let family = names.family, !sample.isFilled(family) {
      names.family = nil
    }

    switch (names.given, names.family) {
    case (_?, _?):
      names.reason = "words for a given name and a family name"
    case (let part?, nil), (nil, let part?):
      // In some languages the word for a name, beside that for one part, means the other part.
      if let other = wholes.first(where: { sample.isFilled($0) && isOnlyName(headers[$0]) }) {
        guard !sample.contains(other, valuesOf: part) else {
          return wholeName(wholes, headers, sample, names)
        }
        if names.given == nil { names.given = other } else { names.family = other }
        names.others.removeAll { $0 == other }
        names.reason = "a word for one part of a name, and one for a name"
      } else if let whole = wholes.first(where: sample.isFilled),
        sample.contains(whole, valuesOf: part)
      {
        return wholeName(wholes, headers, sample, names)
      } else {
        names.reason = "a word for one part of a name"
      }
    case (nil, nil):
      guard wholes.isEmpty else { return wholeName(wholes, headers, sample, names) }
      guard let login = candidates[.login].first else { return nil }
      names.whole = login
      names.others.removeAll { $0 == login }
      names.reason = "no other column has a name"
    }
    return names
  }

  /// Whether a column is called only a name, which may be that of a part.
  private static func isOnlyName(_ header: HeaderText) -> Bool {
    ["name", "nom", "nome", "nombre", "naam", "navn", "namn", "nev"].contains(header.joined)
  }

  /// Chooses among the columns of whole names: one with commas says which part is the surname.
  private static func wholeName(
    _ wholes: [Int], _ headers: [HeaderText], _ sample: ColumnSample, _ names: NameColumns
  ) -> NameColumns {
    let forms = wholes.map { NameForm.detected(in: sample.values[$0]) }
    let certain = wholes.indices.first {
      forms[$0] == .surnameFirst && FieldWords.role(of: headers[wholes[$0]])?.fit != .weak
    }
    let index = certain ?? 0
    var names = names
    (names.given, names.family) = (nil, nil)
    names.whole = wholes[index]
    names.form = forms[index]
    names.others.removeAll { $0 == wholes[index] }
    names.reason =
      forms[index] == .single
      ? "a word for a name" : "most of its values have the form '\(forms[index].rawValue)'"
    return names
  }
}
