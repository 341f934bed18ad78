internal import Foundation
internal import LinqCore
internal import LinqSQL
package import StoreEngine

extension ColumnForm {
  /// Returns the stored value of a column of SQLite that a text means; nil if it means none. What
  /// numbers and truth values look like is not decided here.
  package func value(of text: String) -> Value? {
    let stored = Value.text(text)
    switch kind {
    case .text: return encoding?.ofTexts.map { $0.encoded(stored) } ?? stored
    case .enumeration(let cases): return cases.contains(text) ? stored : nil
    case .date:
      guard let dates = encoding?.ofDates else { return nil }
      if dates.reads(stored) { return stored }
      return Int64(text).flatMap { dates.reads(.integer($0)) ? .integer($0) : nil }
    case .day:
      guard encoding == .yearMonthDay else { return CalendarDate(text) == nil ? nil : stored }
      guard let number = Int64(text.replacing("-", with: "")) else { return nil }
      return encoding?.ofDays?.reads(.integer(number)) == true ? .integer(number) : nil
    case .uuid:
      guard let uuid = UUID(uuidString: text) else { return nil }
      if encoding == .bytes { return .blob(withUnsafeBytes(of: uuid.uuid) { Array($0) }) }
      return .text(encoding == .lowercase ? uuid.uuidString.lowercased() : uuid.uuidString)
    case .texts, .integers, .numbers, .textsByKey, .integersByKey, .numbersByKey:
      let isJSON = SharedTextForm.all.contains { $0.form.kind == kind && $0.accepts(text) }
      return isJSON ? stored : nil
    case .int, .int64, .double, .float, .bool, .decimal, .bytes: return nil
    }
  }

  /// Returns what a value is, with its article.
  ///
  /// - Parameter isChecked: whether the column changes some texts, which are no values of it.
  package func noun(isChecked: Bool) -> String {
    switch kind {
    case .int, .int64: "a whole number"
    case .double, .float, .decimal: "a number"
    case .bool: "true or false"
    case .text: isChecked ? "a text that the column stores unchanged" : "a text"
    case .enumeration(let cases): "one of \(cases.joined(separator: ", "))"
    case .date: "a point in time as the others"
    case .day: "a day"
    case .uuid: "a UUID"
    case .bytes: "bytes, which no text is"
    case .texts, .integers, .numbers: "a list in JSON as the others"
    case .textsByKey, .integersByKey, .numbersByKey: "a dictionary in JSON as the others"
    }
  }
}
