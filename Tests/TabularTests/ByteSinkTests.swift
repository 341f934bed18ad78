import Foundation
import Synchronization
import TestSupport
import Testing

@testable import Tabular

@Suite struct ByteSinkTests {
  @Test func theNameAppearsWhenFinished() throws {
    let directory = TemporaryFolder()
    let sink = try ByteSink(path: directory.file("out"))
    try sink.append("text".utf8)
    #expect(sink.bytesWritten == 4)
    #expect(!directory.names.contains("out"))
    try sink.finish()
    try sink.finish()
    #expect(directory.names == ["out"])
    #expect(try directory.content(of: "out") == "text")
  }

  @Test func unfinishedFilesAreRemoved() throws {
    let directory = TemporaryFolder()
    let path = try directory.write("old", to: "out")
    do {
      let sink = try ByteSink(path: path)
      try sink.append([UInt8](repeating: 0x61, count: 200_000))
      #expect(directory.names.count == 2)
    }
    #expect(directory.names == ["out"])
    #expect(try directory.content(of: "out") == "old")
  }

  @Test func moreThanABuffer() throws {
    let directory = TemporaryFolder()
    let sink = try ByteSink(path: directory.file("out"))
    let line = "0123456789abcde\n"
    for _ in 0..<20_000 { try sink.append(line.utf8) }
    try sink.finish()
    #expect(try directory.content(of: "out") == String(repeating: line, count: 20_000))
  }

  @Test("a link is replaced, not followed; the permissions of what it leads to are kept")
  func linksAreReplaced() throws {
    let directory = TemporaryFolder()
    let path = try directory.write("old", to: "real")
    let files = FileManager.default
    try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
    try files.createSymbolicLink(atPath: directory.file("link"), withDestinationPath: "real")
    let sink = try ByteSink(path: directory.file("link"))
    try sink.append("new".utf8)
    try sink.finish()
    #expect(directory.names == ["link", "real"])
    #expect(try directory.content(of: "real") == "old")
    #expect(try directory.content(of: "link") == "new")
    let attributes = try files.attributesOfItem(atPath: directory.file("link"))
    #expect(attributes[.type] as? FileAttributeType == .typeRegular)
    #expect(attributes[.posixPermissions] as? Int == 0o600)
  }

  @Test("what a killed program left behind is removed, what a running one writes is not")
  func abandonedFiles() throws {
    let directory = TemporaryFolder()
    _ = try directory.write("secret", to: ".table-1abc.tmp")
    _ = try directory.write("mine", to: ".table-1abc.tmp.txt")
    let running = try ByteSink(path: directory.file("first"))
    #expect(directory.names.count { $0.hasSuffix(".tmp") } == 1)
    let sink = try ByteSink(path: directory.file("second"))
    try sink.append("b".utf8)
    try sink.finish()
    try running.append("a".utf8)
    try running.finish()
    #expect(directory.names == [".table-1abc.tmp.txt", "first", "second"])
    #expect(try directory.content(of: "first") == "a")
  }

  @Test("files that are begun side by side in one folder are not taken for abandoned ones")
  func sideBySide() throws {
    let directory = TemporaryFolder()
    let paths = (0..<1_600).map { directory.file("\($0)") }
    let failures = Mutex<[String]>([])
    DispatchQueue.concurrentPerform(iterations: 8) { writer in
      for path in paths.dropFirst(writer * 200).prefix(200) {
        do {
          let sink = try ByteSink(path: path)
          try sink.append("done".utf8)
          try sink.finish()
        } catch {
          failures.withLock { $0.append("\(error)") }
        }
      }
    }
    #expect(failures.withLock { $0 } == [])
    #expect(directory.names.count == paths.count)
  }

  @Test func unusablePaths() throws {
    let directory = TemporaryFolder()
    #expect(throws: TabularError.isDirectory(path: directory.path)) {
      try ByteSink(path: directory.path)
    }
    let path = directory.file("none/out")
    #expect(throws: TabularError.cannotWrite(path, ENOENT)) {
      try ByteSink(path: path)
    }
  }

  @Test func devicesAreWrittenToDirectly() throws {
    let sink = try ByteSink(path: "/dev/null")
    try sink.append("text".utf8)
    try sink.finish()
    var status = stat()
    #expect(stat("/dev/null", &status) == 0)
    #expect(status.st_mode & S_IFMT == S_IFCHR)
  }

  @Test func closedPipesAreTold() throws {
    signal(SIGPIPE, SIG_IGN)
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    close(ends[0])
    defer { close(ends[1]) }
    let sink = ByteSink(descriptor: ends[1], name: "pipe")
    try sink.append("text".utf8)
    #expect(throws: TabularError.brokenPipe(path: "pipe")) { try sink.finish() }
    // Still an error, not a success the second time.
    #expect(throws: TabularError.brokenPipe(path: "pipe")) { try sink.finish() }
  }

  @Test func anErrorThatWasIgnoredIsToldAgain() throws {
    var ends: [Int32] = [0, 0]
    #expect(pipe(&ends) == 0)
    defer { for end in ends { close(end) } }
    #expect(fcntl(ends[1], F_SETFL, O_NONBLOCK) == 0)
    let sink = ByteSink(descriptor: ends[1], name: "full pipe")
    let error = TabularError.cannotWrite("full pipe", EAGAIN)
    #expect(throws: error) { try sink.append([UInt8](repeating: 0x61, count: 1_000_000)) }
    // There is room again, but what was lost meanwhile stays lost.
    var drained = [UInt8](repeating: 0, count: 1_000_000)
    #expect(read(ends[0], &drained, drained.count) > 0)
    #expect(throws: error) { try sink.finish() }
  }

  #if os(Linux)
  @Test func fullDisksAreTold() throws {
    let sink = try ByteSink(path: "/dev/full")
    try sink.append("text".utf8)
    #expect(throws: TabularError.cannotWrite("/dev/full", ENOSPC)) {
      try sink.finish()
    }
  }
  #endif
}
