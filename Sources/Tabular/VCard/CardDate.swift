/// The days of the calendar in cards.
enum CardDate {
  /// Returns a day in the form `YYYY-MM-DD`, without a time, or without a year in the form
  /// `--MM-DD`. Any other text is returned as it is.
  ///
  /// - Parameter omittedYear: the year that stands for an unknown one.
  static func day(_ text: String, omittedYear: String? = nil) -> String {
    let bytes = Array(text.utf8)
    // A time comes after a day only: 19850412T232000Z.
    let date = bytes.prefix { $0 != UInt8(ascii: "T") && $0 != UInt8(ascii: "t") }
    func has(_ form: String) -> Bool {
      date.elementsEqual(form.utf8) { $1 == UInt8(ascii: "9") ? $0.isDigit : $0 == $1 }
    }
    func isDay(_ month: Int, _ day: Int) -> Bool {
      func number(_ place: Int) -> UInt8 { (date[place] - 0x30) * 10 + date[place + 1] - 0x30 }
      return 1...12 ~= number(month) && 1...31 ~= number(day)
    }
    func digits(_ range: Range<Int>) -> String { String(decoding: date[range], as: UTF8.self) }
    func full(_ month: Int, _ day: Int) -> String {
      guard isDay(month, day) else { return text }
      let year = digits(0..<4)
      return (year == omittedYear ?? "" ? "-" : year) + "-" + digits(month..<month + 2) + "-"
        + digits(day..<day + 2)
    }
    if has("9999-99-99") { return full(5, 8) }
    if has("99999999") { return full(4, 6) }
    if has("--9999"), isDay(2, 4) { return "--\(digits(2..<4))-\(digits(4..<6))" }
    if has("--99-99"), isDay(2, 5) { return digits(0..<7) }
    return text
  }
}
