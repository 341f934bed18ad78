import Foundation
import People
import PeopleIO
import Tabular
import Testing

@testable import PersonService

/// What clients are told of errors.
@Suite struct ProblemTests {
  private let path = "/var/secret/personservice-1-abc"

  @Test func aFullDiskIsNamedWithoutAPath() throws {
    let full: [any Error] = [
      TabularError.cannotWrite(path: path, reason: "no room", code: ENOSPC),
      TabularError.cannotWrite(path: path, reason: "no room", code: EDQUOT),
      TemporaryFileError(code: ENOSPC), CocoaError(.fileWriteOutOfSpace),
    ]
    for error in full {
      let problem = Problem(error)
      #expect(problem.status.code == 507 && problem.kind == "disk-full", "\(error)")
      #expect(!problem.json.contains("/var/secret"))
    }
  }

  @Test func filesOfTheServiceAreNotNamed() throws {
    let errors: [any Error] = [
      TabularError.cannotWrite(path: path, reason: "broken", code: EIO),
      TabularError.cannotRead(path: path, reason: "broken", code: EIO),
      // Only the number tells.
      TabularError.cannotWrite(path: path, reason: String(cString: strerror(ENOSPC))),
      TabularError.notFound(path: path), TabularError.isDirectory(path: path),
      TemporaryFileError(code: EACCES),
      CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: path]),
    ]
    for error in errors {
      let problem = Problem(error)
      #expect(problem.status.code == 500 && problem.kind == "internal", "\(error)")
      #expect(!problem.json.contains("/var/secret"))
    }
  }

  @Test func aFileThatDoesNotFitLeavesNothing() async throws {
    // A device without room stands for a full disk.
    let output = try FileHandle(forWritingTo: URL(fileURLWithPath: "/dev/full"))
    let error = #expect(throws: (any Error).self) { try output.write(contentsOf: Data("a".utf8)) }
    let full = Problem(try #require(error))
    #expect(full.status.code == 507)
    let store = try await PersonStore(path: ":memory:")
    let written = #expect(throws: TabularError.self) {
      _ = try PersonExporter().run(store, to: ByteSink(path: "/dev/full"), format: .csv)
    }
    let problem = Problem(try #require(written))
    #expect(problem.status.code == 507)
  }
}
