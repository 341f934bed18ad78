import LinqCore
import TestModel

extension OperatorGenerator {
  /// A search for words, beginnings of words and other parts of the texts of some rows.
  func searched(_ random: inout RandomSource) -> Operator? {
    guard shape == .row(.person) else { return nil }
    let text = searchText(&random)
    let search = SearchText(text)
    @Sendable func rank(_ row: PlainValue) throws -> PlainValue {
      let fields = try [Self.surname, Self.name, Self.email].map { try row.evaluated($0) }
      let texts = fields.map { $0.isNone ? [] : [$0.text] }
      let words = SearchWords(names: texts[0] + texts[1], others: texts[2])
      return search.rank(in: words).map { .int($0) } ?? .none
    }
    let keys: [Term] = [
      .leaf(.int.optional, "", "rank", rank),
      .leaf(.text, "", "surname") { try $0.evaluated(Self.surname) },
      .leaf(.text, "", "name") { try $0.evaluated(Self.name) },
    ]
    let levels = keys.map { key in
      Operator(
        name: "search", output: shape, terms: [key], sort: (false, false), format: { _, _ in "" })
    }
    return Operator(
      name: "search", output: shape, levels: levels,
      format: { _, _ in ".search(\(written(text)))" }
    ) { next, _, _ in
      {
        while let row = try next() { if try !rank(row).isNone { return row } }
        return nil
      }
    }
  }

  private static let (name, surname, email) = (1, 2, 4)

  /// One to three pieces of texts of the rows, in another case now and then.
  private func searchText(_ random: inout RandomSource) -> String {
    let texts = corpus.people.flatMap { [$0.name, $0.surname, $0.email ?? "e"] } + ["o", "日", "-"]
    return (0..<(1 + random.below(3))).map { _ in
      let text = random.pick(texts)
      let piece = random.chance(60) ? text : String(text.prefix(1 + random.below(3)))
      return random.chance(30) ? piece.uppercased() : piece
    }.joined(separator: random.chance(90) ? " " : "-")
  }
}
