import TestModel
import Testing

@Suite("Text has Swift's meaning in SQL: S05 to S10, S34")
struct TextTests {
  @Test("S07 hasPrefix, hasSuffix, contains go by characters")
  func parts() throws {
    for part in ["b", "B", "bo", "", "e", "\u{E9}", "e\u{301}v", "a\0", "%", "_", "O'", "👨", "ω"] {
      let isEmpty = !hostilePeople.contains { $0.name.hasPrefix(part) }
      try expectSame(isEmpty: isEmpty) { $0.where { $0.name.hasPrefix(part) } }
      let noSuffix = !hostilePeople.contains { $0.name.hasSuffix(part) }
      try expectSame(
        sql: "SELECT … FROM person WHERE swift_has_suffix(name, ?) ORDER BY id", isEmpty: noSuffix
      ) { $0.where { $0.name.hasSuffix(part) } }
      let nowhere = !hostilePeople.contains { $0.name.contains(part) }
      try expectSame(
        sql: "SELECT … FROM person WHERE swift_contains(name, ?) ORDER BY id", isEmpty: nowhere
      ) { $0.where { $0.name.contains(part) } }
    }
    try expectSame(
      sql: """
        SELECT … FROM person \
        WHERE name >= ? AND name < ? AND swift_has_prefix(name, ?) ORDER BY id
        """
    ) { $0.where { $0.name.hasPrefix("b") } }
    try expectSame(
      sql: """
        SELECT … FROM person WHERE NOT (name >= ? AND name < ? AND swift_has_prefix(name, ?)) \
        ORDER BY id
        """
    ) { $0.where { !$0.name.hasPrefix("b") } }
    try expectSame(
      sql: """
        SELECT … FROM person WHERE (swift_has_prefix(surname, name) OR swift_contains(name, \
        surname)) ORDER BY id
        """
    ) { $0.where { $0.surname.hasPrefix($0.name) || $0.name.contains($0.surname) } }
  }

  @Test("S08 count, prefix, suffix, first, last, dropFirst, dropLast go by characters")
  func characters() throws {
    try expectSame(sql: "SELECT swift_count(surname) FROM person ORDER BY id") {
      $0.select { $0.surname.count }
    }
    try expectSame(
      sql: """
        SELECT swift_prefix(surname, ?), swift_suffix(surname, ?) FROM person ORDER BY id
        """
    ) { $0.select { ($0.surname.prefix(1), $0.surname.suffix(2)) } }
    try expectSame(
      sql: """
        SELECT swift_first(surname), swift_last(surname) FROM person ORDER BY id
        """
    ) { $0.select { ($0.surname.first, $0.surname.last) } }
    try expectSame(
      sql: """
        SELECT swift_drop_first(surname, ?), swift_drop_last(surname, ?) FROM person ORDER BY id
        """
    ) { $0.select { ($0.surname.dropFirst(), $0.surname.dropLast(2)) } }
    try expectSame(sql: "SELECT … FROM person WHERE swift_prefix(surname, ?) = ? ORDER BY id") {
      $0.where { $0.surname.prefix(1) == "b" }
    }
    try expectSame(
      sql: """
        SELECT … FROM person WHERE (swift_first(surname) IS ? OR swift_first(surname) IS NULL) \
        ORDER BY id
        """
    ) { $0.where { $0.surname.first == "b" || $0.surname.first == nil } }
    try expectSame(sql: "SELECT … FROM person WHERE swift_prefix(name, ?) = ? ORDER BY id") {
      $0.where { $0.name.prefix(-1).isEmpty }
    }
    try expectSame(
      sql: """
        SELECT c1_0 FROM (SELECT swift_prefix(surname, ?) AS c1_0, swift_prefix(surname, ?1) AS \
        c1_1, id, row_number() OVER (ORDER BY swift_prefix(surname, ?1), id) AS c1_3 FROM \
        person) GROUP BY c1_0 ORDER BY min(c1_3)
        """
    ) { $0.select { QueryExpression<String>($0.surname.prefix(1)) }.sort().distinct() }
  }

  @Test("S09, S10 capitals and small letters, trimming, reversing, replacing")
  func changes() throws {
    try expectSame(
      sql: """
        SELECT swift_uppercased(name), swift_lowercased(surname) FROM person ORDER BY id
        """
    ) { $0.select { ($0.name.uppercased(), $0.surname.lowercased()) } }
    try expectSame(
      sql: """
        SELECT swift_capitalized(name), swift_reversed(surname) FROM person ORDER BY id
        """
    ) { $0.select { ($0.name.capitalized, $0.surname.reversed()) } }
    try expectSame(
      sql: """
        SELECT swift_trimming(name), swift_replacing(name, ?, ?) FROM person ORDER BY id
        """
    ) { $0.select { ($0.name.trimming(), $0.name.replacing("b", with: "\u{301}")) } }
    try expectSame(sql: "SELECT … FROM person WHERE swift_uppercased(name) = ? ORDER BY id") {
      $0.where { $0.name.uppercased() == "BOB" }
    }
  }

  @Test("S05 text put together is canonical")
  func concatenation() throws {
    try expectSame(sql: "SELECT swift_concatenate(name, surname) FROM person ORDER BY id") {
      $0.select { $0.name + $0.surname }
    }
    try expectSame(sql: "SELECT name || ? || surname FROM person ORDER BY id") {
      $0.select { $0.name + " " + $0.surname }
    }
    try expectSame(
      sql: """
        SELECT swift_concatenate(name, ?) FROM person GROUP BY swift_concatenate(name, ?1) \
        ORDER BY min(id)
        """
    ) { $0.select { $0.name + "\u{301}" }.distinct() }
    try expectSame(sql: "SELECT … FROM person WHERE swift_concatenate(?, name) = ? ORDER BY id") {
      $0.where { "e" + $0.name == "e" + "\u{E9}va" }
    }
    try expectSame(sql: "SELECT … FROM person ORDER BY swift_concatenate(name, surname), id") {
      $0.sort { $0.name + $0.surname }
    }
  }

  @Test("S06 the order of text is that of its Unicode scalars")
  func order() throws {
    try expectSame(sql: "SELECT … FROM person ORDER BY swift_lowercased(name), id") {
      $0.sort { $0.name.lowercased() }
    }
    try expectSame(sql: "SELECT … FROM person WHERE name < ? ORDER BY id") {
      $0.where { $0.name < "e\u{301}" }
    }
    try expectSame(
      sql: """
        SELECT … FROM person ORDER BY swift_prefix(surname, ?), swift_drop_first(surname, ?), id
        """
    ) { $0.sort { $0.surname.prefix(1) }.thenBy { $0.surname.dropFirst() } }
  }
}
