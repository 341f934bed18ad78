import People

/// Work on parts of the rows, on two connections at a time, against the hand-written code on one.
let parallelWork: [Work] = [
  inParts(closureWork, "closure as a filter, streamed", "closure as a filter") { people, bench in
    "\(try bench.time { try people.where { isOdd($0.age ?? 0, $0.name) }.count() })"
  },
  inParts(readingWork, "fetch all people", "fetch all people") { people, bench in
    check(try bench.time { try people.toArray() })
  },
  inParts(groupWork, "letters with counts", "letters with counts") { people, bench in
    let rows = try bench.time {
      try people.groupBy { $0.surname.prefix(1) }.select { ($0.key, $0.count) }.toArray()
    }
    return rows.map { "\($0.0)\($0.1)" }.joined()
  },
]

/// Returns the work that hand-written code does on one connection, and this project on two.
private func inParts(
  _ works: [Work], _ name: String, _ newName: String,
  _ body: @escaping @Sendable (Query<Person>, Bench) throws -> String
) -> Work {
  let hand = works.first { $0.name == name }?.contenders.first { $0.0 == .hand }
  guard let hand else { preconditionFailure("no work is named \(name)") }
  return Work(
    name: "\(newName), on two connections",
    contenders: [
      (
        .ours,
        { bench in
          let people = try bench.store().people.policy(.parallel(readers: 2))
          return try body(people, bench)
        }
      ), hand,
    ])
}
