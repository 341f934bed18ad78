internal import LinqCore
internal import People

/// A column for a field, by its name and its values.
struct FieldColumn: Sendable, Hashable {
  let index: Int
  let reason: String
  var dateForm: DateForm?
}

/// What the values of the columns say about the fields that are not names.
struct ValueGuess {
  private let candidates: RoleCandidates
  private let sample: ColumnSample
  private let days: DayReading

  /// The columns that have the name of a field, and values that are none, with the reasons.
  private(set) var refused: [Int: String] = [:]

  init(_ candidates: RoleCandidates, _ sample: ColumnSample, _ days: DayReading) {
    self.candidates = candidates
    self.sample = sample
    self.days = days
  }

  /// Returns the column of the e-mail address, which no two people share.
  ///
  /// - Parameter isKey: whether people are found by it, so that a file may have a person twice.
  mutating func email(isKey: Bool) -> FieldColumn? {
    guard let index = candidates[.email].first else { return nil }
    let values = sample.values[index]
    let addresses = values.compactMap { EmailCell.first($0)?.address }
    let different = Set(addresses).count
    guard isKey || different * 10 >= values.count * 9 else {
      refused[index] =
        "\(values.count - different) of \(values.count) values are not an address of one person"
      return nil
    }
    return FieldColumn(index: index, reason: "a word for an e-mail address")
  }

  /// Returns the column of the age.
  mutating func age() -> FieldColumn? {
    for index in candidates[.age] {
      if sample.isMostly(index, isAge) {
        return FieldColumn(index: index, reason: "a word for an age")
      }
      refused[index] = "most of its values are no age"
    }
    return nil
  }

  /// Returns the column of the day of birth.
  mutating func birthDate() -> FieldColumn? {
    for index in candidates[.birthDate] {
      // Some programs write 0/0/00 where they know no day.
      let values = sample.values[index].filter { $0.contains { ("1"..."9").contains($0) } }
      func isMostly(_ property: (String) -> Bool) -> Bool {
        values.count(where: property) * 2 >= values.count
      }
      if isMostly(isDay) {
        return FieldColumn(index: index, reason: "a word for a day of birth", dateForm: days.form)
      }
      if isMostly(isYear) {
        refused[index] = "most of its values are years"
        continue
      }
      let forms = DateForm.detected(in: values, asOf: days.asOf)
      let texts = forms.map(\.text).joined(separator: " or ")
      if forms.count == 1, !forms[0].hasShortYear, days.form == nil {
        return FieldColumn(
          index: index, reason: "a word for a day of birth, written as \(texts)",
          dateForm: forms[0])
      }
      refused[index] =
        texts.isEmpty ? "most of its values are no days" : "its days may be written as \(texts)"
    }
    return nil
  }

  /// Returns the column of the year of birth.
  func birthYear() -> FieldColumn? {
    let indices = candidates[.birthYear] + candidates[.birthDate]
    return indices.first { !sample.values[$0].isEmpty && sample.isMostly($0, isYear) }.map {
      FieldColumn(index: $0, reason: "years of birth")
    }
  }

  private func isAge(_ text: String) -> Bool {
    var text = text
    guard case .years(let years, _)? = text.withUTF8({ ValueReading.age($0, days) }) else {
      return false
    }
    return (0...Person.highestAge).contains(years)
  }

  private func isDay(_ text: String) -> Bool {
    var text = text
    return text.withUTF8(days.date) != nil
  }

  private func isYear(_ text: String) -> Bool {
    var text = text
    guard let year = text.withUTF8(ValueReading.year) else { return false }
    return year <= days.asOf.year
  }
}
