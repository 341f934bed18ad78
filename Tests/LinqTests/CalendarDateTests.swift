import Foundation
import Testing

@testable import Linq

@Suite("S19 calendar dates")
struct CalendarDateTests {
  @Test(
    "days that do not exist cannot be made",
    arguments: [
      "2024-02-30", "2023-02-29", "1900-02-29", "2024-13-01", "2024-00-10", "2024-01-00",
      "2024-04-31", "24-01-01", "2024/01/01", "2024-1-01", "", "2024-01-01 ", "+024-01-01",
      "２０２４-01-01",
    ])
  func impossible(text: String) {
    #expect(CalendarDate(text) == nil)
  }

  @Test(
    "text and back",
    arguments: ["0000-01-01", "9999-12-31", "2000-02-29", "2024-02-29", "1815-12-10"])
  func roundTrip(text: String) throws {
    let date = try #require(CalendarDate(text))
    #expect(date.description == text)
    #expect(CalendarDate(year: date.year, month: date.month, day: date.day) == date)
    let json = try JSONEncoder().encode([date])
    #expect(try JSONDecoder().decode([CalendarDate].self, from: json) == [date])
  }

  @Test("texts of points in time are Foundation's where the calendars agree, and come back")
  func pointsInTime() throws {
    var random = SystemRandomNumberGenerator()
    let gregorian = -12_219_292_800.0
    for _ in 0..<2000 {
      let later = Date(
        timeIntervalSince1970: .random(in: gregorian...400_000_000_000, using: &random))
      #expect(later.iso8601Text == later.ISO8601Format())
      let any = Date(
        timeIntervalSince1970: Double.random(in: -62_167_219_200..<253_402_300_800, using: &random)
          .rounded())
      #expect(Date(iso8601: any.iso8601Text) == any)
      #expect(any.iso8601Text.hasPrefix("\(any.calendarDate(in: .gmt))T"))
    }
    for text in ["1500-02-29", "1582-02-29", "2026-02-30", "2026-13-01", "0000-00-01"] {
      #expect(Date(iso8601: text + "T00:00:00Z") == nil)
    }
    for text in ["", "2026-03-01", "2026-03-01 00:00:00Z", "2026-03-01T00:00:00", "T00:00:00Z"] {
      #expect(Date(iso8601: text) == nil)
    }
    #expect(Date(iso8601: "1582-10-10T00:00:00Z")?.timeIntervalSince1970 == -12_219_724_800)
  }

  @Test("each byte of the text counts", arguments: 0..<10)
  func bytes(place: Int) throws {
    for byte in UInt8.min...UInt8.max {
      var bytes = Array("1815-12-10".utf8)
      bytes[place] = byte
      let date = bytes.withUnsafeBufferPointer { CalendarDate(utf8: $0) }
      let parts = String(decoding: bytes, as: UTF8.self).split(
        separator: "-", omittingEmptySubsequences: false)
      let isForm =
        parts.map(\.utf8.count) == [4, 2, 2]
        && parts.joined().utf8.allSatisfy { (0x30...0x39).contains($0) }
      let numbers = parts.compactMap { Int($0) }
      #expect(
        date == (isForm ? CalendarDate(year: numbers[0], month: numbers[1], day: numbers[2]) : nil))
    }
  }

  @Test("a wrong text is a decoding error")
  func wrongJSON() {
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([CalendarDate].self, from: Data(#"["2024-02-31"]"#.utf8))
    }
  }

  @Test(
    "whole years",
    arguments: [
      ("2000-05-10", "2024-05-09", 23), ("2000-05-10", "2024-05-10", 24),
      ("2000-02-29", "2001-02-28", 0), ("2000-02-29", "2001-03-01", 1),
      ("2000-02-29", "2004-02-29", 4), ("2024-05-10", "2000-05-10", -24),
      ("2024-05-10", "2024-05-10", 0),
    ])
  func wholeYears(birth: String, day: String, years: Int) throws {
    let from = try #require(CalendarDate(birth))
    let to = try #require(CalendarDate(day))
    #expect(from.wholeYears(to: to) == years)
  }

  @Test("the order of the days is the order of their texts, for every day of 400 years")
  func order() {
    var last: CalendarDate?
    var days = 0
    for year in 1800..<2200 {
      for month in 1...12 {
        for day in 1...31 {
          guard let date = CalendarDate(year: year, month: month, day: day) else { continue }
          days += 1
          if let last {
            #expect(last < date && last.description < date.description)
          }
          last = date
        }
      }
    }
    #expect(days == 146_097)
  }
}
