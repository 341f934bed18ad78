internal import ArgumentParser
internal import LinqCore
internal import LinqSQL
internal import People
internal import Tabular

/// The command `personstore duplicates`.
struct DuplicatesCommand: ListingCommand {
  static let configuration = CommandConfiguration(
    commandName: "duplicates", abstract: "Finds people who may be one.",
    discussion: """
      Two lines for each pair, and what they have in common: email, the same address up to case; \
      name, the same name and birth date; similar, with the number of mistakes, similar names in \
      either order, if no two birth dates say otherwise. Case and accents do not count. The \
      strongest come first. What has more than 1,000 pairs, such as a name without birth dates \
      that everybody has, is left out, and told.

        personstore duplicates --by email,name
        personstore duplicates --where '$0.surname.hasPrefix("M")' --columns id,name,surname,city
        personstore merge 42 57
      """)

  @OptionGroup var store: StoreOptions

  @Option(help: "What they have in common: email, name, similar, with commas. (default: all)")
  var by: String?

  @Option(name: .customLong("where"), help: "Which people, as '$0.email == nil'. (default: all)")
  var condition: String?

  @Option(
    name: .shortAndLong, help: "How many pairs at most. (default: 20 on a terminal, else all)")
  var limit: Int?

  @OptionGroup var table: PeopleTable

  func validate() throws {
    _ = try criteria()
    if let limit, limit < 0 { throw ValidationError("--limit is 0 or more.") }
  }

  private func criteria() throws -> Set<DuplicateCriterion> {
    guard let by else { return Set(DuplicateCriterion.allCases) }
    return Set(
      try by.split(separator: ",", omittingEmptySubsequences: false).map { name in
        let name = name.trimmingPrefix { $0 == " " }
        guard let criterion = DuplicateCriterion(rawValue: String(name)) else {
          let known = DuplicateCriterion.allCases.map(\.rawValue).joined(separator: ", ")
          throw ValidationError("--by has '\(name)'; it has these, with commas: \(known).")
        }
        return criterion
      })
  }

  func run() throws {
    let store = try store.database.openToRead()
    defer { store.close() }
    let limit = limit ?? (Terminal.isOutputInteractive ? 20 : nil)
    let found = try store.read { transaction in
      let people =
        try condition.map { try transaction.people(where: $0) } ?? transaction.people.query
      return try people.duplicates(by: criteria(), limit: limit)
    }
    try print(found.pairs)
    tell(of: found)
  }

  private func print(_ pairs: [Duplicates.Pair]) throws {
    let columns = try table.chosenColumns
    let printer = try table.printer(following: [
      .init(heading: "pair", isNumber: true), .init(heading: "matched"),
    ])
    for (place, pair) in pairs.enumerated() {
      let matches = pair.matches.map(\.description).joined(separator: ", ")
      for person in [pair.first, pair.second] {
        try printer.print(
          [.integer(Int64(place + 1)), .text(matches)]
            + columns.map { $0.property.value(of: person) })
      }
    }
    try printer.finish()
  }

  /// Tells what is not shown.
  private func tell(of found: Duplicates) {
    for part in found.leftOut.prefix(10) {
      Terminal.say(
        "left out: \(part.criterion.rawValue) '\(part.value)', \(Numbers.grouped(part.pairs)) "
          + "pairs")
    }
    if found.leftOut.count > 10 {
      Terminal.say("left out, too: \(Numbers.grouped(found.leftOut.count - 10)) others")
    }
    if found.count == 0 { return Terminal.say("no duplicates are found") }
    guard found.pairs.count < found.count, Terminal.isErrorInteractive else { return }
    Terminal.say(
      "\(Numbers.grouped(found.pairs.count)) of \(Numbers.grouped(found.count)) pairs; --limit "
        + "shows more")
  }
}
