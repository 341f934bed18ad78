/// Names of Swift that are made from those of a schema.
package enum SwiftNames {
  /// Returns the words of a name: `order_line`, `OrderLine` and `Order line` have the same.
  static func words(of name: String) -> [String] {
    var words: [String] = []
    var word = ""
    let characters = Array(name)
    for (index, character) in characters.enumerated() {
      guard character.isLetter || character.isNumber else {
        if !word.isEmpty { words.append(word) }
        word = ""
        continue
      }
      let previous = index > 0 ? characters[index - 1] : nil
      let next = index + 1 < characters.count ? characters[index + 1] : nil
      // A word begins after a lower-case letter, and with the last of several capitals: XMLFile.
      let begins =
        character.isUppercase
        && (previous?.isLowercase == true || previous?.isNumber == true
          || previous?.isUppercase == true && next?.isLowercase == true)
      if begins, !word.isEmpty {
        words.append(word)
        word = ""
      }
      word.append(character)
    }
    return word.isEmpty ? words : words + [word]
  }

  /// Returns the name of a type of rows: `order_lines` is `OrderLine`.
  package static func type(_ name: String) -> String {
    var words = words(of: name)
    if let last = words.last { words[words.count - 1] = singular(last) }
    let type = identifier(words.map(capitalized).joined(), or: "Row")
    // A name without a capital would be that of a property, too.
    let isCapital = type.first?.isUppercase == true
    return reservedTypes.contains(type) || !isCapital ? type + "Row" : type
  }

  /// Returns the name of a property: `customer_id` is `customerID`.
  package static func property(_ name: String) -> String {
    property(words(of: name))
  }

  static func property(_ words: [String]) -> String {
    guard let first = words.first else { return "column" }
    let rest = words.dropFirst().map(capitalized).joined()
    let name = identifier(first.lowercased() + rest, or: "column")
    return reservedProperties.contains(name) ? name + "Value" : name
  }

  /// Returns a name that is not taken, with a number after it if it has to be, and takes it.
  static func unused(_ name: String, _ taken: inout Set<String>) -> String {
    var found = name
    var number = 2
    while !taken.insert(found).inserted {
      found = "\(name)\(number)"
      number += 1
    }
    return found
  }

  /// Returns a name as a source writes it: keywords are in backticks.
  static func escaped(_ name: String) -> String {
    keywords.contains(name) ? "`\(name)`" : name
  }

  /// Returns the name of one thing by that of several: `people` is `person`.
  static func singular(_ word: String) -> String {
    changed(word) { lower in
      if let known = irregular.first(where: { $0.plural == lower }) { return known.singular }
      if uncounted.contains(lower) { return lower }
      for (ending, other) in [
        ("ies", "y"), ("sses", "ss"), ("shes", "sh"), ("ches", "ch"), ("xes", "x"), ("zzes", "zz"),
        ("uses", "us"), ("oes", "o"),
      ] where lower.hasSuffix(ending) && lower.count > ending.count + 1 {
        return lower.dropLast(ending.count) + other
      }
      let isPlural =
        lower.hasSuffix("s") && lower.count > 2
        && !["ss", "us", "is", "as"].contains { lower.hasSuffix($0) }
      return isPlural ? String(lower.dropLast()) : lower
    }
  }

  /// Returns the name of several things by that of one: `person` is `people`.
  static func plural(_ word: String) -> String {
    changed(word) { lower in
      if let known = irregular.first(where: { $0.singular == lower }) { return known.plural }
      if uncounted.contains(lower) { return lower }
      let vowels: Set<Character> = ["a", "e", "i", "o", "u"]
      if lower.hasSuffix("y"), let before = lower.dropLast().last, !vowels.contains(before) {
        return lower.dropLast() + "ies"
      }
      let needsE = ["s", "x", "z", "ch", "sh"].contains { lower.hasSuffix($0) }
      return lower + (needsE ? "es" : "s")
    }
  }

  /// Returns a word that is changed in lower case, with the capital that it began with.
  private static func changed(_ word: String, _ change: (String) -> String) -> String {
    let lower = word.lowercased()
    let result = change(lower)
    if result == lower { return word }
    return word.first?.isUppercase == true ? capitalized(result) : result
  }

  private static func capitalized(_ word: String) -> String {
    let lower = word.lowercased()
    if acronyms.contains(lower) { return lower.uppercased() }
    if lower.hasSuffix("s"), acronyms.contains(String(lower.dropLast())) {
      return lower.dropLast().uppercased() + "s"
    }
    // What is written in capitals only is no name of its own.
    let rest = word.dropFirst()
    return word.prefix(1).uppercased()
      + (rest.contains(where: \.isLowercase) ? String(rest) : rest.lowercased())
  }

  /// Returns the name without what no identifier has.
  private static func identifier(_ name: String, or other: String) -> String {
    let name = name.filter { character in
      character == "_" || character.unicodeScalars.allSatisfy { $0.properties.isXIDContinue }
    }
    guard let first = name.unicodeScalars.first else { return other }
    return first.properties.isXIDStart ? name : "_" + name
  }

  private static let irregular: [(singular: String, plural: String)] = [
    ("person", "people"), ("child", "children"), ("man", "men"), ("woman", "women"),
    ("index", "indexes"), ("matrix", "matrices"), ("mouse", "mice"), ("foot", "feet"),
    ("tooth", "teeth"), ("life", "lives"), ("leaf", "leaves"), ("movie", "movies"),
    ("house", "houses"), ("case", "cases"), ("cause", "causes"), ("datum", "data"),
    ("medium", "media"), ("criterion", "criteria"), ("status", "statuses"), ("shoe", "shoes"),
    ("cookie", "cookies"), ("size", "sizes"), ("cache", "caches"), ("release", "releases"),
    ("purchase", "purchases"), ("lease", "leases"), ("course", "courses"), ("nurse", "nurses"),
    ("expense", "expenses"), ("license", "licenses"), ("response", "responses"),
    ("database", "databases"), ("phase", "phases"), ("base", "bases"), ("horse", "horses"),
    ("warehouse", "warehouses"), ("clause", "clauses"), ("hero", "heroes"), ("tie", "ties"),
  ]

  private static let uncounted: Set<String> = [
    "series", "news", "species", "equipment", "information", "money", "sheep", "fish", "data",
    "metadata", "media", "address_info", "staff", "history", "stock", "inventory", "software",
  ]

  private static let acronyms: Set<String> = [
    "id", "url", "uri", "uuid", "guid", "ip", "html", "json", "xml", "api", "isbn", "sku", "vat",
  ]

  private static let keywords: Set<String> = [
    "as", "associatedtype", "break", "case", "catch", "class", "continue", "default", "defer",
    "deinit", "do", "else", "enum", "extension", "fallthrough", "false", "fileprivate", "for",
    "func", "guard", "if", "import", "in", "init", "inout", "internal", "is", "let", "nil",
    "operator", "precedencegroup", "private", "protocol", "public", "repeat", "rethrows", "return",
    "static", "struct", "subscript", "super", "switch", "throw", "throws", "true", "try",
    "typealias", "var", "where", "while", "Any",
  ]

  /// Names of properties that mean something else after a period, or that a row has already.
  private static let reservedProperties: Set<String> = [
    "self", "table", "map", "flatMap", "hashValue", "expressionNode", "expressionValue",
  ]

  /// Types of Swift and of the library that a program uses beside its own.
  private static let reservedTypes: Set<String> = [
    "Actor", "Any", "Array", "Bool", "Calendar", "CalendarDate", "CaseIterable", "Character",
    "Codable",
    "Collection", "ColumnValue", "Connection", "ConnectionPool", "Data", "Date", "Decimal",
    "Decoder", "Dictionary", "Double", "Encoder", "Equatable", "Error", "Float", "Hashable",
    "Identifiable", "Int", "Int64", "Locale", "Migration", "Migrator", "Never", "Notification",
    "Optional", "Prepared", "Process", "Protocol", "Query", "QueryExpression", "QueryGroup",
    "QueryPlan", "QueryPolicy", "Related", "Repository", "Result", "Self", "Sendable", "Sequence",
    "Set", "Statement", "String", "Substring", "Table", "TableColumn", "Task", "Type", "UUID",
    "Value", "Void",
  ]
}
