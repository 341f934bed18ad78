import LinqCore
import TestModel

extension OperatorGenerator {
  /// A search for words, beginnings of words and other parts of the texts of some rows.
  func searched(_ random: inout RandomSource) -> Operator? {
    guard shape == .row(.person) else { return nil }
    let text = searchText(&random)
    let search = SearchText(text)
    let more = otherTexts(&random)
    func rank(_ row: PlainValue) throws -> PlainValue {
      let fields = try [Self.surname, Self.name, Self.email].map { try row.evaluated($0) }
      let others = try more.map { try $0.value(of: row) }
      let texts = (fields + others).map { $0.isNone ? [] : [$0.text] }
      let words = SearchWords(
        names: texts[0] + texts[1], others: Array(texts[2...].joined()))
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
    let closures = more.map { "{ \($0.closure()) }" }.joined(separator: ", ")
    let also = more.isEmpty ? "" : ", also: \(closures)"
    return Operator(
      name: more.isEmpty ? "search" : "search(also:)", output: shape, levels: levels,
      format: { _, _ in ".search(\(written(text))\(also))" }
    ) { next, _, _ in
      {
        while let row = try next() { if try !rank(row).isNone { return row } }
        return nil
      }
    }
  }

  /// Texts beside the fields in which some searches look, which cannot fail.
  private func otherTexts(_ random: inout RandomSource) -> [Term] {
    guard random.chance(30) else { return [] }
    let texts = (0..<(1 + random.below(2))).map { _ in
      terms.term(random.chance(50) ? .text : .text.optional, depth - 1, &random)
    }
    return texts.filter(canBeOpaque)
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
