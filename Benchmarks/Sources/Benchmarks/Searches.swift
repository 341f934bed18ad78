import ArgumentParser
import Foundation
import GRDB
import People

/// How long searches take, beside the full-text search of GRDB in the same file.
struct Searches: ParsableCommand {
  static let configuration = CommandConfiguration(
    abstract: "Searches for people, beside the full-text search of GRDB.",
    discussion: """
      The first 20 people whose surname, name and e-mail address have words that begin with all \
      words of a text. One file has the search index of the store, and a table of FTS5 for GRDB, \
      which asks it by rank and by name. Both must find the same people before anything is timed. \
      The contenders take turns. Figures are medians, and medians of the ratios in the rounds.
      """)

  @Option(help: "How often each contender has its turn.") var rounds = 15
  @Option(help: "How many people.") var people = 1_000_000
  @Option(help: "Only searches whose title has this in it.") var only = ""
  @Option(help: "Where the file is made and left.") var folder: String?

  func validate() throws {
    guard rounds > 0 else { throw ValidationError("--rounds is 1 or more.") }
    guard people > 0 else { throw ValidationError("--people is 1 or more.") }
  }

  func run() throws {
    let stand = SearchStand(
      folder: folder.map { URL(filePath: $0) }
        ?? FileManager.default.temporaryDirectory.appending(path: "personstore-search-\(people)"),
      people: people)
    try stand.prepare()
    let bench = Bench(folder: stand.folder, people: people)
    let store = try bench.store(SearchStand.file)
    defer { store.close() }
    let queue = try bench.grdb(SearchStand.file)
    let chosen = try searches(in: store).filter {
      only.isEmpty || $0.title.localizedCaseInsensitiveContains(only)
    }
    guard !chosen.isEmpty else { throw ValidationError("no search has \"\(only)\" in its title") }
    let contenderTitles = ["PersonStore", "GRDB, by rank", "GRDB, by name"]
    let columns = ["search", "found"] + contenderTitles + ["rank to us", "name to us"]
    print("| " + columns.joined(separator: " | ") + " |")
    print("|---|---:|---:|---:|---:|---:|---:|")
    for search in chosen {
      let count = try check(search, store, queue)
      let contenders: [() throws -> Int] = [
        { try store.people.search(search.text).take(20).toArray().count },
        { try queue.read { try search.first($0, by: "rank") }.count },
        { try queue.read { try search.first($0, by: Search.names) }.count },
      ]
      var times: [[Double]] = contenders.map { _ in [] }
      for round in 0..<(rounds + 1) {
        for place in contenders.indices {
          let watch = Bench(folder: stand.folder, people: people)
          guard try watch.time(contenders[place]) == min(20, count) else {
            throw BenchError.failed("\(search.text): another number of people")
          }
          // The first round fills the caches.
          if round > 0 { times[place].append(Double(watch.nanoseconds)) }
        }
      }
      let figures = times.map { Measurement.text($0.median) }
      let ratios = times.dropFirst().map {
        String(format: "%.2fx", zip($0, times[0]).map { $0 / $1 }.median)
      }
      print("| " + ([search.title, "\(count)"] + figures + ratios).joined(separator: " | ") + " |")
    }
  }

  /// What is searched for. The people of a file are the same whatever their number, as far as it
  /// goes.
  private func searches(in store: PersonStore) throws -> [Search] {
    let person = try store.people.where { $0.email != nil }.first()
    return [
      Search("nobody", "quetzalcoatl"), Search("a rare word", "cartwright"),
      Search("a common word", "smith"), Search("two words", "maria garcia"),
      Search("beginnings of two words", "mar gar"), Search("three words", "garcia jose example"),
      Search("one letter", "m"), Search("a word of most addresses", "example"),
      Search("a whole address", person.email ?? ""), Search("a name with accents", "Muñoz José"),
    ]
  }

  /// Throws an error unless both find the same people, and the first ones are among them.
  ///
  /// - Returns: the number of people.
  private func check(_ search: Search, _ store: PersonStore, _ queue: DatabaseQueue) throws -> Int {
    let ours = try store.people.search(search.text).select { $0.id }.toArray()
    let first = try store.people.search(search.text).take(20).toArray().map(\.id)
    guard first == Array(ours.prefix(20)) else {
      throw BenchError.failed("\(search.text): the first are not the first of all")
    }
    let theirs = try queue.read { try search.all($0) }
    guard Set(ours) == theirs else {
      let (more, less) = (Set(ours).subtracting(theirs), theirs.subtracting(ours))
      throw BenchError.failed(
        "\(search.text): results differ: \(more.count) more, as \(more.min() ?? 0), "
          + "\(less.count) less, as \(less.min() ?? 0)")
    }
    for order in ["rank", Search.names] {
      let people = try queue.read { try search.first($0, by: order) }
      guard people.count == min(20, theirs.count), theirs.isSuperset(of: people.map(\.id)) else {
        throw BenchError.failed("\(search.text): the first are not among all")
      }
    }
    return ours.count
  }
}

/// A text that is searched for, as GRDB does it.
private struct Search {
  let title: String
  let text: String

  init(_ kind: String, _ text: String) {
    title = "\(kind), `\(text)`"
    self.text = text
  }

  static let names = "person.surname, person.name, person.id"

  private static func sql(_ columns: String) -> String {
    "SELECT \(columns) FROM person JOIN person_ft ON person_ft.rowid = person.id "
      + "WHERE person_ft MATCH ?"
  }

  /// The first 20 people of an order.
  func first(_ database: Database, by order: String) throws -> [PositionalPerson] {
    let columns = personColumns.split(separator: ", ").map { "person.\($0)" }
    return try PositionalPerson.fetchAll(
      database,
      sql: Self.sql(columns.joined(separator: ", ")) + " ORDER BY \(order) LIMIT 20",
      arguments: [FTS5Pattern(matchingAllPrefixesIn: text)])
  }

  /// The keys of all people.
  func all(_ database: Database) throws -> Set<Int64> {
    try Int64.fetchSet(
      database, sql: Self.sql("person.id"), arguments: [FTS5Pattern(matchingAllPrefixesIn: text)])
  }
}

/// Makes the file with both indexes.
private struct SearchStand {
  static let file = "search.db"

  let folder: URL
  let people: Int

  /// Makes the file, unless it is there.
  func prepare() throws {
    let files = FileManager.default
    try files.createDirectory(at: folder, withIntermediateDirectories: true)
    guard !files.fileExists(atPath: folder.appending(path: Self.file).path) else { return }
    let name = "new.db"
    for suffix in ["", "-wal", "-shm"] {
      try? files.removeItem(at: folder.appending(path: name + suffix))
    }
    _ = try command(
      Stand.program,
      [
        "seed", "--count", "\(people)", "--seed", "1", "--locale", Stand.languages, "--db", name,
      ], in: folder)
    let bench = Bench(folder: folder, people: people)
    let queue = try bench.grdb(name)
    try queue.write { database in
      try database.create(virtualTable: "person_ft", using: FTS5()) { table in
        table.tokenizer = .unicode61()
        table.content = "person"
        table.contentRowID = "id"
        for column in ["name", "surname", "email"] { table.column(column) }
      }
      try database.execute(sql: "INSERT INTO person_ft (person_ft) VALUES ('rebuild')")
    }
    try queue.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
    try queue.close()
    try files.moveItem(
      at: folder.appending(path: name), to: folder.appending(path: Self.file))
  }
}

extension [Double] {
  /// The middle one; of an even number, the higher one.
  var median: Double { sorted()[count / 2] }
}
