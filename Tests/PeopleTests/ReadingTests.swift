import Foundation
import People
import StoreEngine
import TestSupport
import Testing

/// `reading(_:)` on a store without replicas: the same program runs on a file.
@Suite struct ReadingTests {
  private let ada = Person(name: "Ada", surname: "Lovelace", age: 36)

  @Test(arguments: [":memory:", "file"]) func aStoreInAFileReadsItself(_ kind: String) async throws
  {
    let folder = TemporaryFolder()
    let store = try await PersonStore(path: kind == "file" ? folder.file() : kind)
    let stored = try await store.people.insert(ada)
    let position = try await store.logPosition()
    #expect(position == .start)
    for preference in [ReadPreference.primary, .replica, .replica(after: position)] {
      let reader = try await store.reading(preference)
      #expect(try await reader.people.where { ($0.age ?? 0) > 30 }.toArray() == [stored])
      #expect(try await reader.read { try $0.people.count() } == 1)
    }
  }

  @Test func aReaderNeverWrites() async throws {
    let store = try await PersonStore(path: ":memory:")
    try await store.people.insert(ada)
    let reader = try await store.reading(.replica)
    await #expect { try await reader.people.insert(ada) } throws: { isReadOnly($0) }
    await #expect { try await reader.groups.delete(1) } throws: { isReadOnly($0) }
    await #expect { try await reader.write { try $0.people.delete(1) } } throws: { isReadOnly($0) }
    await #expect { try await reader.people.where { ($0.age ?? 0) > 0 }.delete() } throws: {
      isReadOnly($0)
    }
    #expect(try await store.people.count() == 1)
  }

  private func isReadOnly(_ error: any Error) -> Bool {
    if case DatabaseError.readOnly = error { true } else { false }
  }

  @Test func aReaderDoesNotCloseTheStore() async throws {
    let store = try await PersonStore(path: ":memory:")
    let reader = try await store.reading(.replica)
    await reader.close()
    #expect(try await reader.people.count() == 0)
    await store.close()
    await #expect(throws: DatabaseError.self) { try await reader.people.count() }
  }

  @Test func onTheCallingThread() throws {
    let store = try PersonStore(path: ":memory:")
    let reader = try store.reading(.replica(after: store.logPosition()))
    try store.people.insert(ada)
    #expect(try reader.people.count() == 1)
    #expect { try reader.people.delete(1) } throws: { isReadOnly($0) }
    reader.close()
    #expect(try reader.people.count() == 1)
  }

  @Test func liveQueriesFollowTheStore() async throws {
    let store = try await PersonStore(path: ":memory:")
    let reader = try await store.reading(.replica)
    var counts: [Int] = []
    for try await people in reader.people.live() {
      counts.append(people.count)
      if people.isEmpty { try await store.people.insert(ada) } else { break }
    }
    #expect(counts == [0, 1])
  }

  @Test func positionsHaveATextAndAnOrder() throws {
    let position = try #require(LogPosition("16/B374D848"))
    #expect(position.description == "16/B374D848")
    #expect(LogPosition.start.description == "0/0")
    #expect(LogPosition("0/FFFFFFFF")! < LogPosition("1/0")!)
    for text in ["", "16", "16/", "/1", "16/B374D848/1", "16/G", "100000000/0", "1 /2"] {
      #expect(LogPosition(text) == nil, "\(text)")
    }
    let data = try JSONEncoder().encode([position])
    #expect(try JSONDecoder().decode([LogPosition].self, from: data) == [position])
    #expect(throws: DecodingError.self) {
      try JSONDecoder().decode([LogPosition].self, from: Data(#"["x"]"#.utf8))
    }
  }
}
