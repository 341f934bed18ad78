import People
import StoreSQLite
import Testing

@Suite("Contract: texts that other programs write")
struct StoredTextTests {
  @Test(
    "S35 text that another program wrote is found, repaired, or an error; never a silent difference"
  )
  func foreignText() throws {
    let store = try PersonStore(path: ":memory:")
    try store.people.insert((1...5).map { (n: Int) in Person(name: "n\(n)", surname: "s", age: n) })
    try store.pool.write {
      try $0.execute("UPDATE person SET name = 'e' || char(769) || 'x' WHERE id = 3")
    }
    #expect(try store.check().contains { $0.kind == .text && $0.row == 3 })
    try store.repair()
    #expect(try !store.check().contains { $0.kind == .text })
    #expect(try store.people.where { $0.name == "\u{E9}x" }.select { $0.id }.toArray() == [3])
    try store.pool.write {
      try $0.execute("UPDATE person SET name = CAST(x'61ff62' AS TEXT) WHERE id = 4")
    }
    for policy in [QueryPolicy.automatic, .memoryOnly] {
      let rows = store.people.where { $0.id == 4 }.policy(policy)
      #expect(throws: DatabaseError.self) { try rows.toArray() }
      // Also where the bytes that are wanted are valid.
      #expect(throws: DatabaseError.self) { try rows.select { $0.name.prefix(1) }.toArray() }
      #expect(throws: DatabaseError.self) { try rows.select { $0.name.dropFirst(1) }.toArray() }
      #expect(throws: DatabaseError.self) { try rows.where { $0.name.hasPrefix("a") }.toArray() }
      #expect(throws: DatabaseError.self) { try rows.select { $0.name.suffix(1) }.toArray() }
    }
  }
}
