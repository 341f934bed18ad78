import Foundation
import TestSupport
import Testing

@testable import Tabular

@Suite struct ByteSourceTests {
  @Test func readsFiles() throws {
    let directory = TemporaryFolder()
    let path = try directory.write("a,b\n1,2\n", to: "table.csv")
    let source = try ByteSource(path: path)
    #expect(source.name == path)
    #expect(source.size == 8)
    #expect(Reading(source).records == [["1", "2"]])
    #expect(source.bytesRead == 8)
  }

  @Test func aNameTakesThePlaceOfThePath() throws {
    let directory = TemporaryFolder()
    let path = try directory.write("", to: "upload")
    #expect(throws: TabularError.empty(path: "people.csv")) {
      try openRecords(ByteSource(path: path, name: "people.csv"))
    }
    #expect(throws: TabularError.notFound(path: "people.csv")) {
      try ByteSource(path: path + "x", name: "people.csv")
    }
    #expect(throws: TabularError.isDirectory(path: "people.csv")) {
      try ByteSource(path: directory.path, name: "people.csv")
    }
  }

  @Test func missingFile() throws {
    let path = TemporaryFolder().file("none.csv")
    #expect(throws: TabularError.notFound(path: path)) { try ByteSource(path: path) }
  }

  @Test func directoryIsNotATable() throws {
    let directory = TemporaryFolder()
    #expect(throws: TabularError.isDirectory(path: directory.path)) {
      try ByteSource(path: directory.path)
    }
  }

  @Test func fileAsDirectory() throws {
    let directory = TemporaryFolder()
    let path = try directory.write("", to: "file") + "/table.csv"
    #expect(
      throws: TabularError.cannotRead(path, ENOTDIR)
    ) { try ByteSource(path: path) }
  }

  @Test func readErrorsNameTheSource() throws {
    let directory = TemporaryFolder()
    let descriptor = open(directory.file("out"), O_WRONLY | O_CREAT, 0o600)
    defer { close(descriptor) }
    let source = try ByteSource(descriptor: descriptor, name: "write-only")
    #expect(
      Reading(source).error
        == .cannotRead("write-only", EBADF))
  }

  @Test func pipesGiveWhatTheyHave() throws {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    let (readEnd, writeEnd) = (ends[0], ends[1])
    defer { close(readEnd) }
    let parts = ["a,b\n1", ",\"x\n", "\"\n3,", "4"]
    // Each part is written by another thread, most likely while the reader waits for it.
    let thread = Thread {
      for part in parts { _ = part.withCString { write(writeEnd, $0, strlen($0)) } }
      close(writeEnd)
    }
    thread.start()
    let source = try ByteSource(descriptor: readEnd, name: "pipe")
    #expect(source.size == nil)
    #expect(Reading(source).records == [["1", "x\n"], ["3", "4"]])
  }

  @Test func utf8ValidationAgreesWithTheStandardLibrary() {
    let seed = Seed()
    var random = seed.generator
    let interesting: [UInt8] = [
      0x00, 0x41, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1,
      0xEC, 0xED, 0xEE, 0xEF, 0xF0, 0xF1, 0xF3, 0xF4, 0xF5, 0xFF,
    ]
    var validCount = 0
    for _ in 0..<200_000 {
      let ascii = [UInt8](repeating: 0x61, count: Int.random(in: 0...9, using: &random))
      let rest = (0..<Int.random(in: 0...5, using: &random)).map { _ in
        interesting[Int.random(in: 0..<interesting.count, using: &random)]
      }
      let bytes = ascii + rest
      let isValid = String(validating: bytes, as: UTF8.self) != nil
      if isValid { validCount += 1 }
      let found = bytes.withUnsafeBufferPointer { bytes in
        bytes.baseAddress.map { isValidUTF8($0, bytes.count) } ?? true
      }
      guard found == isValid else {
        Issue.record("\(bytes) is \(isValid ? "valid" : "invalid"); \(seed)")
        return
      }
    }
    #expect(validCount > 1000)
  }
}
