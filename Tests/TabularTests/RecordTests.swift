import Tabular
import Testing

@Suite struct RecordTests {
  @Test func callersCanRejectToo() throws {
    let reader = try openRecords(ByteSource(text: "name,age\n\nAda,old\n"))
    guard case .record(let record) = try #require(try reader.next()) else {
      Issue.record("rejected")
      return
    }
    let rejection = record.rejection(1, because: "not a whole number")
    #expect("\(rejection)" == "line 3, column 2 (age): not a whole number: \"old\"")
  }

  @Test(arguments: ["a\nx\n", "[{}]", "{}"])
  func theEndRemainsTheEnd(text: String) throws {
    let reader = try openRecords(ByteSource(text: text))
    #expect(try reader.next() != nil)
    for _ in 0..<3 { #expect(try reader.next() == nil) }
  }

  @Test func recordsOutliveTheirReader() throws {
    func first() throws -> Record? {
      guard case .record(let record)? = try openRecords(ByteSource(text: "a\nx\n")).next() else {
        return nil
      }
      return record
    }
    #expect(try #require(try first()).string(0) == "x")
  }

  @Test func recordsAreGoodUntilTheNext() async {
    await #expect(processExitsWith: .failure) {
      let reader = try openRecords(ByteSource(text: "a\nx\ny\n"))
      guard case .record(let record)? = try reader.next(), case .record? = try reader.next() else {
        return
      }
      _ = record.string(0)
    }
  }

  @Test func errorsOfTheBodyPass() throws {
    struct Refused: Error {}
    let reader = try openRecords(ByteSource(text: "a\nx\n"))
    guard case .record(let record) = try #require(try reader.next()) else {
      Issue.record("rejected")
      return
    }
    #expect(throws: Refused.self) { try record.withUTF8(0) { _ in throw Refused() } }
  }
}
