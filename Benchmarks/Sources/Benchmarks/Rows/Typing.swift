import CReference
import People

/// A search as somebody types: a thousand different texts, each the beginning of another name.
let typingWork: [Work] = [
  Work(
    name: "search as one types: 1,000 prefixes, ten rows each", operations: searches.count,
    // In a warm-up, the texts would be met before.
    isSlow: true,
    contenders: [
      (
        .ours,
        { bench in
          let store = try bench.store("indexed.db")
          var sum = 0
          try bench.time {
            for text in searches {
              let found = try store.people.where {
                $0.surname.hasPrefix(text) && ($0.age ?? 0) < 90
              }
              .sort { $0.surname }.take(10).toArray()
              sum += found.reduce(0) { $0 + ($1.age ?? 0) }
            }
          }
          return "\(sum)"
        }
      ),
      (
        .hand,
        { bench in
          let handle = try bench.handle("indexed.db")
          var sum = 0
          try bench.time {
            for text in searches {
              let end = String(text.dropLast()) + String(UnicodeScalar(text.utf8.last! + 1))
              let found = try handRead(
                handle,
                "SELECT \(personColumns) FROM person WHERE surname >= ? AND surname < ? "
                  + "AND age < 90 ORDER BY surname, id LIMIT 10",
                bind: { statement in
                  for (index, text) in [text, end].enumerated() {
                    _ = reference_bind_copy(
                      statement, Int32(index + 1), text, Int32(text.utf8.count))
                  }
                }, HandPerson.init)
              sum += found.reduce(0) { $0 + ($1.age ?? 0) }
            }
          }
          return "\(sum)"
        }
      ),
    ])
]

/// Three letters each, none of them twice.
private let searches: [String] = {
  let (first, others) = (Array("ABCDEFGHIJ"), Array("aeilnorstu"))
  return first.flatMap { a in others.flatMap { b in others.map { c in String([a, b, c]) } } }
}()
