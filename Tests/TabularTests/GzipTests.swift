import CTabularZlib
import Foundation
import TestSupport
import Testing

@testable import Tabular

/// Files that are compressed with gzip are read as what is in them.
@Suite struct GzipTests {
  /// Compresses as the system's zlib does.
  static func compressed(_ bytes: [UInt8]) throws -> [UInt8] {
    let folder = TemporaryFolder()
    let path = folder.file("out.gz")
    let file = try #require(gzopen(path, "wb9"))
    if !bytes.isEmpty { #expect(gzwrite(file, bytes, UInt32(bytes.count)) == bytes.count) }
    #expect(gzclose(file) == Z_OK)
    return try Array(Data(contentsOf: URL(fileURLWithPath: path)))
  }

  static func compressed(_ text: String) throws -> [UInt8] { try compressed(Array(text.utf8)) }

  private func reading(_ bytes: [UInt8], _ format: TableFormat? = nil, chunkSize: Int = 4096)
    -> Reading
  {
    Reading(
      ByteSource(bytes: bytes), options: ReaderOptions(format: format, chunkSize: chunkSize))
  }

  private static let table =
    "name,age\n" + (0..<20_000).map { "Person \($0),\($0 % 90)\n" }.joined()

  @Test(arguments: [1, 7, 4096, 1 << 20])
  func inflated(chunkSize: Int) throws {
    let expected = Reading(Self.table)
    #expect(expected.records.count == 20_000)
    #expect(try reading(Self.compressed(Self.table), chunkSize: chunkSize) == expected)
  }

  @Test func theFormatIsThatOfTheContent() throws {
    for (text, format) in [
      ("\u{FEFF} [{\"a\":1}]", TableFormat.json), ("{\"a\":1}\n", .ndjson), ("a\tb\n1\t2\n", .tsv),
    ] {
      let reader = try openRecords(ByteSource(bytes: Self.compressed(text)))
      #expect(reader.format == format)
    }
    let utf16 = EncodingTests.units("\u{FEFF}a;b\n1;2\n", .utf16)
    #expect(try reading(Self.compressed(utf16)).records == [["1", "2"]])
  }

  @Test func progressIsThatOfTheFile() throws {
    let folder = TemporaryFolder()
    let path = folder.file("people.csv.gz")
    let bytes = try Self.compressed(Self.table)
    try Data(bytes).write(to: URL(fileURLWithPath: path))
    let source = try ByteSource(path: path)
    #expect(source.size == bytes.count)
    #expect(Reading(source).records.count == 20_000)
    #expect(source.bytesRead == bytes.count)
  }

  @Test func membersFollowOneAnother() throws {
    let parts = try ["a,b\n1", "", ",2\n3,", "4\n"].map { try Self.compressed($0) }
    let zeros = [UInt8](repeating: 0, count: 700)
    for bytes in [Array(parts.joined()), parts[0] + parts[1] + zeros + parts[2] + parts[3] + zeros]
    {
      #expect(reading(bytes).records == [["1", "2"], ["3", "4"]])
      #expect(reading(bytes, chunkSize: 1).error == nil)
    }
  }

  @Test func emptyContent() throws {
    #expect(try reading(Self.compressed("")).error == .empty(path: "memory"))
    #expect(try reading(Self.compressed(""), .ndjson).error == nil)
  }

  @Test("wherever it is cut off, there is an error")
  func cutOff() throws {
    let bytes = try Self.compressed("a,b\n1,2\n3,4\n")
    let error = TabularError.cannotInflate(
      path: "memory", reason: "the compressed data is cut off")
    for count in 2..<bytes.count { #expect(reading(Array(bytes[..<count])).error == error) }
    #expect(
      error.description
        == "memory: cannot be decompressed: the compressed data is cut off; get the file again")
    let long = try Self.compressed(Self.table)
    let cut = reading(Array(long[..<(long.count / 2)]))
    #expect(cut.error == error)
    #expect(cut.records.count > 1000)
  }

  @Test("a damaged byte is an error, or in a part of the header that says nothing")
  func damaged() throws {
    let bytes = try Self.compressed(Self.table)
    let expected = Reading(Self.table)
    for index in Array(stride(from: 2, to: bytes.count, by: 97)) + [
      bytes.count - 8, bytes.count - 1,
    ] {
      var damaged = bytes
      damaged[index] ^= 0x55
      let found = reading(damaged)
      if found == expected {
        #expect((4..<10).contains(index))
      } else {
        #expect(found.error != nil)
      }
    }
    let after = reading(bytes + Array("text".utf8))
    #expect(after.records == expected.records)
    guard case .cannotInflate = after.error else {
      Issue.record("\(String(describing: after.error))")
      return
    }
  }

  @Test func whatIsInflatedHasALimit() throws {
    let text = Array(String(repeating: "a", count: 1_000_000).utf8)
    let bytes = try Self.compressed(text)
    #expect(bytes.count < 2000)
    #expect(try ByteSource(bytes: bytes).inflated(upTo: 1_000_000) == text)
    #expect(throws: TabularError.inflatedTooLarge(path: "memory", limit: 999_999)) {
      try ByteSource(bytes: bytes).inflated(upTo: 999_999)
    }
    #expect(throws: TabularError.self) { try ByteSource(text: "name\n").inflated(upTo: 100) }
    let table = try Self.compressed("name\n" + String(repeating: "Ada\n", count: 100_000))
    func rows(upTo limit: Int?) -> Reading {
      Reading(ByteSource(bytes: table), options: ReaderOptions(maximumInflatedSize: limit))
    }
    #expect(rows(upTo: nil).records.count == 100_000)
    #expect(rows(upTo: 400_005).records.count == 100_000)
    #expect(rows(upTo: 400_004).error == .inflatedTooLarge(path: "memory", limit: 400_004))
    #expect(
      TabularError.inflatedTooLarge(path: "a.gz", limit: 5).description
        == "a.gz: is larger than 5 bytes when it is decompressed")
    // What is not compressed has no limit.
    let plain = Reading(
      ByteSource(text: "name\nAda\n"), options: ReaderOptions(maximumInflatedSize: 1))
    #expect(plain.records.count == 1)
  }

  @Test func compressedTwice() throws {
    let twice = try Self.compressed(Self.compressed("a\n"))
    guard case .otherContent(_, let kind, _) = reading(twice).error else {
      Issue.record("\(reading(twice))")
      return
    }
    #expect(kind == "compressed with gzip twice")
  }
}
