import Foundation
import Hummingbird
import People
import Testing

/// The file of the store is moved, removed or replaced while the service runs.
@Suite struct ReplacedStoreTests {
  @Test(
    "nothing is read or written any more, and nothing is lost",
    arguments: [
      "mv people.db old.db", "rm people.db", "mv copy.db people.db", "cp copy.db people.db",
    ])
  func replaced(_ way: String) async throws {
    try await withStoredPeople(500) { store in
      let path = store.pool.path
      let folder = URL(fileURLWithPath: path).deletingLastPathComponent().path
      try await store.pool.withReader { try $0.backUp(to: folder + "/copy.db") }
      try await withService(store) { client in
        let person = #"{"name":"Grace","surname":"Hopper"}"#
        #expect(try await client.send(.post, "/api/people", person).status == .created)
        let shell = Process()
        shell.executableURL = URL(fileURLWithPath: "/bin/sh")
        shell.arguments = ["-c", "cd '\(folder)' && \(way)"]
        try shell.run()
        shell.waitUntilExit()
        for _ in 0..<2 {
          let written = try await client.send(.post, "/api/people", person)
          #expect(written.status == .serviceUnavailable && written.kind == "/problems/replaced")
          #expect(!written.text.contains(folder))
          for path in ["/api/people/1", "/api/people", "/health/ready"] {
            #expect(try await client.send(.get, path).status == .serviceUnavailable, "\(path)")
          }
          let chain = try await client.send(.post, "/api/query", #"{"chain":"count()"}"#)
          #expect(chain.status == .serviceUnavailable)
        }
        #expect(try await client.send(.get, "/health/live").status == .ok)
      }
      await store.close()
      if way.contains("old.db") {
        let old = try await PersonStore(path: folder + "/old.db")
        #expect(try await old.people.count() == 501)
        #expect(try await old.check() == [])
        await old.close()
      }
    }
  }
}
