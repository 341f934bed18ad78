/// A version of vCard.
public enum VCardVersion: String, CaseIterable, Sendable {
  /// RFC 2426, for older programs.
  case v3 = "3.0"
  /// RFC 6350.
  case v4 = "4.0"
}

/// Writes a file of contacts, one card for each record.
///
/// A column with a name that ``VCardReader`` gives is written as its property. Any other column is
/// the property `X-COLUMN`, which keeps its name, so that a table is read again as it was written:
/// null and empty text are missing then. A card needs the property `FN`; without a column
/// `full name` it is made of the other names and marked with `DERIVED=TRUE`.
///
/// A text with characters that a card cannot have, such as CR, is `X-COLUMN` too, with a percent
/// sign and two digits for each of their bytes. For other programs there is also the property, in
/// which line ends are `\n`, with `DERIVED=TRUE`.
///
/// ```swift
/// let writer = VCardWriter(try ByteSink(path: "-"), columns: ["given name", "email.home", "age"])
/// try writer.write([.text("Ada"), .text("ada@example.org"), .integer(36)])
/// try writer.finish()
/// // BEGIN:VCARD
/// // VERSION:4.0
/// // FN;DERIVED=TRUE:Ada
/// // N:;Ada;;;
/// // EMAIL;TYPE=home:ada@example.org
/// // X-COLUMN:age;36
/// // END:VCARD
///
/// // NOTE;DERIVED=TRUE:Two\nlines
/// // X-COLUMN;X-ENCODING=PERCENT:note;Two%0D%0Alines
/// ```
public final class VCardWriter: RecordWriter {
  /// The names of the columns.
  public let columns: [String]

  /// A property, and the columns of the parts of its value.
  private struct Property {
    let place: CardPlace
    var columns: [(part: Int, index: Int)]
    /// The name of the property with its types, among which properties are counted.
    var countedName: [String] { [place.property.name] + place.types }
  }

  private let lines: CardLineWriter
  private let version: VCardVersion
  private var properties: [Property] = []
  /// The columns that no property has, whatever the record.
  private var otherColumns: [Int] = []

  /// Creates a writer. The first record is the first card.
  public init(_ sink: ByteSink, columns: [String], version: VCardVersion = .v4) {
    self.columns = columns
    self.version = version
    lines = CardLineWriter(sink)
    planProperties()
  }

  /// Writes a card, with one field for each column.
  public func write(_ fields: [Field]) throws(TabularError) {
    try checkCount(of: fields)
    var texts: [String] = []
    for (field, column) in zip(fields, columns) {
      texts.append(try field.plainText(column: column))
    }
    try lines.write("BEGIN", "VCARD")
    try lines.write("VERSION", version.rawValue)
    let (written, others) = choose(texts)
    try writeRequired(written, texts)
    for (index, value) in written {
      let place = properties[index].place
      let types = place.types.isEmpty ? "" : ";TYPE=" + place.types.joined(separator: ",")
      try lines.write(place.property.name, parameters: value.parameters + types, value.text)
    }
    for column in others { try writeColumn(columns[column], texts[column]) }
    try lines.write("END", "VCARD")
  }

  /// Writes a column as the property that any column has.
  private func writeColumn(_ name: String, _ text: String) throws(TabularError) {
    let value = CardEscapes.escaped(name) + ";" + CardEscapes.escaped(text)
    if CardEscapes.isPlain(value) {
      try lines.write(CardProperty.anyColumn, value)
    } else {
      try lines.write(
        CardProperty.anyColumn,
        parameters: ";\(CardHead.encodingName)=\(CardHead.percentEncoding)",
        CardBytes.percentEncoded(value))
    }
  }

  /// Finishes the sink; see ``ByteSink/finish()``.
  public func finish() throws(TabularError) {
    try lines.sink.finish()
  }

  /// Finds the properties of the columns, in the order of the first column of each name, and by
  /// their numbers.
  private func planProperties() {
    var indexes: [[String]: [Int: Int]] = [:]
    var ranks: [[String]: Int] = [:]
    for (index, column) in columns.enumerated() {
      guard let place = CardPlace(column: column) else {
        otherColumns.append(index)
        continue
      }
      let property = Property(place: place, columns: [(place.part, index)])
      let name = property.countedName
      if let known = indexes[name]?[place.number] {
        properties[known].columns.append((place.part, index))
      } else {
        indexes[name, default: [:]][place.number] = properties.count
        ranks[name] = ranks[name] ?? ranks.count
        properties.append(property)
      }
    }
    func key(_ property: Property) -> (Int, Int) {
      (ranks[property.countedName] ?? 0, property.place.number)
    }
    properties.sort { key($0) < key($1) }
  }

  /// Chooses the properties of a card, with their values, and the columns that are written as
  /// columns: those whose property would be read with another name or text. Of the latter a
  /// property may be derived.
  private func choose(
    _ texts: [String]
  ) -> (properties: [(index: Int, value: CardValue)], columns: [Int]) {
    var chosen: [(index: Int, value: CardValue)] = []
    var others = otherColumns.filter { !texts[$0].isEmpty }
    var numbers: [[String]: Int] = [:]
    for (index, property) in properties.enumerated() {
      let filled = property.columns.filter { !texts[$0.index].isEmpty }
      guard !filled.isEmpty else { continue }
      let isNext = property.place.number == numbers[property.countedName, default: 0] + 1
      let isExact = filled.allSatisfy { CardEscapes.isPlain(texts[$0.index]) }
      let parts = Dictionary(filled.map { ($0.part, CardEscapes.plain(texts[$0.index])) }) {
        first, _ in first
      }
      if !isExact { others += filled.map(\.index) }
      if isNext, parts.count == filled.count, isExact || parts.contains(where: { $1 != "" }),
        var value = CardValue(parts, of: property.place.property, version: version)
      {
        if !isExact { value.parameters = ";DERIVED=TRUE" + value.parameters }
        chosen.append((index, value))
        numbers[property.countedName] = property.place.number
      } else if isExact {
        others += filled.map(\.index)
      }
    }
    return (chosen, others)
  }

  /// Writes the properties that each card needs, if the columns have none.
  private func writeRequired(
    _ written: [(index: Int, value: CardValue)], _ texts: [String]
  ) throws(TabularError) {
    func text(_ name: String, part: Int) -> String? {
      written.lazy.compactMap { item in
        let property = self.properties[item.index]
        guard property.place.property.name == name else { return nil }
        return property.columns.first { $0.part == part }.map {
          CardEscapes.plain(texts[$0.index])
        }
      }.first { !$0.isEmpty }
    }
    if text("FN", part: 0) == nil {
      // prefix, given, additional, family, suffix
      let names = [3, 1, 2, 0, 4].compactMap { text("N", part: $0) }.joined(separator: " ")
      let name = names.isEmpty ? text("ORG", part: 0) ?? "" : names
      try lines.write(
        "FN", parameters: name.isEmpty ? "" : ";DERIVED=TRUE", CardEscapes.escaped(name))
    }
    if version == .v3, !written.contains(where: { properties[$0.index].place.property.name == "N" })
    {
      try lines.write("N", ";;;;")
    }
  }
}
