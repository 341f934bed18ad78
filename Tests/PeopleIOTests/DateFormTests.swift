import LinqCore
import Testing

@testable import PeopleIO

private let today = CalendarDate("2026-06-15").unsafelyUnwrapped

@Suite("Forms of days, ages and missing values")
struct DateFormTests {
  @Test(
    "days in a form",
    arguments: [
      ("%d/%m/%Y", "05/12/1815", "1815-12-05"), ("%d/%m/%Y", "5/2/1815", "1815-02-05"),
      ("%m/%d/%Y", "12/31/1999", "1999-12-31"), ("%d.%m.%Y", "29.02.2000", "2000-02-29"),
      ("%d-%b-%y", "5-Dec-99", "1999-12-05"), ("%d %B %Y", "5 december 1815", "1815-12-05"),
      ("%b %d, %Y", "May 1, 1900", "1900-05-01"), ("%m/%d/%y", "06/15/26", "2026-06-15"),
      ("%m/%d/%y", "06/16/26", "1926-06-16"), ("%Y%m%d", "18151210", "1815-12-10"),
      ("%d/%m/%Y", "31/02/1999", nil), ("%d/%m/%Y", "1999-12-31", nil),
      ("%d/%m/%Y", "01/01/99", nil), ("%d/%m/%Y", "01/01/1999 ", nil), ("%d/%m/%Y", "", nil),
      ("%d %b %Y", "5 Decem 1815", nil), ("%d%%%m%%%Y", "1%2%1900", "1900-02-01"),
    ] as [(String, String, String?)])
  func days(form: String, text: String, day: String?) throws {
    #expect(try DateForm(form).date(text, asOf: today)?.description == day)
  }

  @Test(
    "forms that are none",
    arguments: ["", "%d/%m", "%d/%m/%Y/%y", "%d/%m/%Q%Y", "%d/%m/%Y%", "ISO"]
  )
  func wrong(form: String) {
    let error = #expect(throws: ImportError.self) { try DateForm(form) }
    #expect(error?.description.contains("'\(form)' is not a form of days") == true)
  }

  @Test(
    "forms by the values",
    arguments: [
      (["05/06/1950", "13/02/1951"], ["%d/%m/%Y"]), (["05/06/1950"], ["%d/%m/%Y", "%m/%d/%Y"]),
      (["5-Dec-1999", "1-Jan-2000"], ["%d-%b-%Y"]), (["07/10/83", "09/19/88"], ["%m/%d/%y"]),
      (["x", "13/02/1951"], []), ([], []),
    ])
  func detection(values: [String], forms: [String]) {
    #expect(DateForm.detected(in: values, asOf: today).map(\.text) == forms)
  }

  @Test(
    "ISO 8601, with a time only at the beginning of the day",
    arguments: [
      ("1815-12-10", true), ("1815-12-10T00:00:00", true), ("1815-12-10 00:00:00.000", true),
      ("1815-12-10T00:00Z", true), ("1815-12-10T00:00:01", false), ("1943-00-00", false),
      ("1943", false), ("--04-22", false), ("1815-12-10T", false), ("1815-12-10 1", false),
    ])
  func iso(text: String, isDay: Bool) {
    var text = text
    #expect((text.withUTF8(DayReading(form: nil, asOf: today).date) != nil) == isDay)
  }

  @Test(
    "ages",
    arguments: [
      ("36", ValueReading.Age.years(36, isExact: true)), ("36.0", .years(36, isExact: true)),
      ("0.42", .years(0, isExact: false)), ("28.5", .years(28, isExact: false)),
      ("-1", .years(-1, isExact: true)), ("-0.5", nil), (".5", nil), ("5.", nil), ("5.x", nil),
      ("1e3", nil), ("", nil), ("1815-12-10", CalendarDate("1815-12-10").map(ValueReading.Age.day)),
    ] as [(String, ValueReading.Age?)])
  func ages(text: String, age: ValueReading.Age?) {
    var text = text
    let days = DayReading(form: nil, asOf: today)
    #expect(text.withUTF8 { ValueReading.age($0, days) } == age)
  }

  @Test(
    "years of birth",
    arguments: [
      ("1930", 1930), ("1930.0", 1930), ("193", nil), ("19300", nil), ("1930.5", nil),
      ("0000", nil),
      ("c1930", nil), ("1930.", nil),
    ] as [(String, Int?)])
  func years(text: String, year: Int?) {
    var text = text
    #expect(text.withUTF8(ValueReading.year) == year)
  }

  @Test("texts that stand for no value, in their own spelling")
  func nullWords() {
    for text in ["", "NA", "N/A", "-", "null", "NULL", "\\N"] {
      #expect(NullWords.usual.contains(text))
    }
    for text in ["na", "Null", "--", "0", " "] { #expect(!NullWords.usual.contains(text)) }
    #expect(NullWords(["?"]).contains("?") && !NullWords(["?"]).contains("NA"))
    #expect(NullWords.none.contains("") && !NullWords.none.contains("-"))
  }

  @Test(
    "addresses of a cell",
    arguments: [
      ("a@example.org", "a@example.org", true), ("a@x.org ::: b@x.org", "a@x.org", false),
      ("a@x.org; b@x.org", "a@x.org", false), ("a@x.org,b@x.org", "a@x.org", false),
      ("nobody", nil, nil), ("a@x.org and b@x.org", nil, nil), ("", nil, nil), ("a@", nil, nil),
    ] as [(String, String?, Bool?)])
  func addresses(cell: String, address: String?, isAll: Bool?) {
    let found = EmailCell.first(cell)
    #expect(found?.address == address && found?.isAll == isAll)
  }
}
