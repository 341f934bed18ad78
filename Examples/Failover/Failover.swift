#if Postgres
import Foundation
import People
import PeoplePostgres

/// A service in small: writers, transfers between accounts and readers on a cluster, until the
/// standard input ends. Then it tells the longest pause of writing, and checks that each write that
/// was acknowledged is stored, once.
@main
enum Failover {
  static func main() async throws {
    guard CommandLine.arguments.count == 2 else {
      say("usage: failover ADDRESS   (runs until its input ends)")
      exit(2)
    }
    let store = try await PersonStore(postgres: CommandLine.arguments[1])
    let record = Record()
    try await store.people.insert(
      (1...10).map { Person(name: "account \($0)", surname: "account", age: 75) })
    let accounts = try await store.people.where { $0.surname == "account" }.select { $0.id }
      .toArray()

    // The main actor waits for its input.
    let work = Task.detached {
      await withTaskGroup(of: Void.self) { group in
        for writer in 1...8 {
          group.addTask { await write(writer, to: store, record) }
        }
        for _ in 1...2 {
          group.addTask { await transfer(between: accounts, in: store, record) }
          group.addTask { await read(store, record) }
        }
      }
    }
    while let line = readLine() {
      say("\(line): \(await record.summary)")
    }
    work.cancel()
    await work.value
    try await check(store, record)
  }

  /// Inserts people one by one. One whose insert failed is inserted again: the error says that it
  /// is not stored.
  static func write(_ writer: Int, to store: PersonStore, _ record: Record) async {
    var number = 0
    while !Task.isCancelled {
      number += 1
      let email = "w\(writer)-\(number)@example.com"
      let person = Person(name: "W", surname: "\(writer)", email: email)
      while true {
        do {
          try await store.people.insert(person)
          await record.stored(email)
          break
        } catch DatabaseError.uncertain {
          await record.note("uncertain")
          if let count = try? await store.people.where({ $0.email == email }).count(), count == 1 {
            await record.stored(email)
            break
          }
        } catch {
          await record.note(kind(of: error))
          if Task.isCancelled { return }
        }
        try? await Task.sleep(for: .milliseconds(20))
      }
    }
  }

  static func transfer(
    between accounts: [Int64], in store: PersonStore, _ record: Record
  ) async {
    while !Task.isCancelled {
      let pair = accounts.shuffled().prefix(2)
      guard let from = pair.first, let to = pair.last else { return }
      do {
        try await store.write(retrying: 50) { transaction in
          guard var giver = try transaction.people.find(from),
            var taker = try transaction.people.find(to),
            let given = giver.age, let taken = taker.age, given > 0, taken < Person.highestAge
          else { return }
          (giver.age, taker.age) = (given - 1, taken + 1)
          try transaction.people.update(giver)
          try transaction.people.update(taker)
        }
        await record.transferred()
      } catch {
        await record.note(kind(of: error))
        try? await Task.sleep(for: .milliseconds(20))
      }
    }
  }

  static func read(_ store: PersonStore, _ record: Record) async {
    while !Task.isCancelled {
      do {
        let sum = try await store.people.where { $0.surname == "account" }.sum { $0.age }
        if sum != 750 { await record.fault("a reader saw accounts of \(sum)") }
        await record.read()
      } catch {
        await record.note(kind(of: error))
      }
      try? await Task.sleep(for: .milliseconds(5))
    }
  }

  static func check(_ store: PersonStore, _ record: Record) async throws {
    let stored = try await store.people.where { $0.surname != "account" }
      .select { $0.email ?? "" }.toArray()
    let acknowledged = await record.emails
    let lost = acknowledged.subtracting(stored).count
    let twice = stored.count - Set(stored).count
    let sum = try await store.people.where { $0.surname == "account" }.sum { $0.age }
    if sum != 750 { await record.fault("the accounts have \(sum)") }
    say(await record.summary)
    say(
      "acknowledged \(acknowledged.count), lost \(lost), stored twice \(twice), accounts \(sum)")
    let faults = await record.faults
    for fault in faults { say("FAULT \(fault)") }
    exit(lost == 0 && twice == 0 && faults.isEmpty ? 0 : 1)
  }

  /// Writes a line at once, in a pipe too.
  static func say(_ line: String) { FileHandle.standardOutput.write(Data((line + "\n").utf8)) }

  static func kind(of error: any Error) -> String {
    switch error {
    case DatabaseError.connectionLost: "connection lost"
    case DatabaseError.cannotConnect: "cannot connect"
    case DatabaseError.conflict: "conflict"
    case DatabaseError.uncertain: "uncertain"
    case DatabaseError.readOnly: "read-only"
    case is RowError: "FAULT \(error)"
    default: "\(error)".prefix(120).description
    }
  }
}

/// What has happened so far.
actor Record {
  private(set) var emails: Set<String> = []
  private(set) var faults: [String] = []
  private var transfers = 0
  private var reads = 0
  private var errors: [String: Int] = [:]
  private var last = ContinuousClock.now
  private var longestPause = Duration.zero

  func stored(_ email: String) {
    emails.insert(email)
    longestPause = max(longestPause, ContinuousClock.now - last)
    last = .now
  }

  func transferred() { transfers += 1 }
  func read() { reads += 1 }
  func fault(_ text: String) { faults.append(text) }

  func note(_ error: String) {
    errors[error, default: 0] += 1
    if error.hasPrefix("FAULT") { faults.append(error) }
  }

  /// The counts, and the longest pause of writing since the last summary.
  var summary: String {
    let pause = longestPause.formatted(.units(allowed: [.milliseconds]))
    longestPause = .zero
    let list = errors.sorted { $0.key < $1.key }.map { "\($0.value) \($0.key)" }
    return "\(emails.count) writes, \(transfers) transfers, \(reads) reads, longest pause \(pause)"
      + (list.isEmpty ? "" : "; errors: " + list.joined(separator: ", "))
  }
}
#else
@main
enum Failover {
  static func main() { print("build with the trait Postgres") }
}
#endif
