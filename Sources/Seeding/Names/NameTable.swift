/// The names of one language with their frequencies.
///
/// A table is written as text and parsed once. Its entries are `weight name = romanized`, separated
/// by commas. The weight is a positive integer. The romanized form, for e-mail addresses, is
/// omitted if it is the name in lower case without apostrophes and full stops and with hyphens
/// instead of spaces. If surnames agree with gender, the name and its romanized form are written
/// `male/female`.
///
/// ```swift
/// let table = NameTable(
///   male: "3 Лев = lev", female: "2 Ева = eva", surnames: "5 Белов/Белова = belov/belova")
/// table.femaleSurnames.names[0].text              // "Белова"
/// ```
struct NameTable: Sendable {
  /// Names of one kind and their weights, in parallel arrays.
  struct Column: Sendable {
    var names: [SeedName] = []
    var weights: [Int] = []
  }

  let male: Column
  let female: Column
  let maleSurnames: Column
  let femaleSurnames: Column

  /// Parses the three texts. A text that does not have this form is an error in this module and
  /// stops the program (a test parses every table).
  init(male: String, female: String, surnames: String) {
    self.male = Self.parse(male).male
    self.female = Self.parse(female).female
    (maleSurnames, femaleSurnames) = Self.parse(surnames)
  }

  private static func parse(_ text: String) -> (male: Column, female: Column) {
    var male = Column()
    var female = Column()
    // This uses the UTF-8 view, where commas and line ends cannot be parts of other characters.
    for part in text.utf8.split(whereSeparator: { $0 == UInt8(ascii: ",") || $0 == 0x0A }) {
      let entry = trimmed(part)
      if entry.isEmpty { continue }
      guard let space = entry.firstIndex(of: UInt8(ascii: " ")),
        let weight = Int(Substring(entry[..<space])), weight > 0
      else { preconditionFailure("no positive weight: \(Substring(entry))") }
      let halves = entry[space...].split(separator: UInt8(ascii: "=")).map(trimmed)
      let names = halves[0].split(separator: UInt8(ascii: "/"))
      let romanised = halves.count > 1 ? halves[1].split(separator: UInt8(ascii: "/")) : []
      func name(_ gender: Int) -> SeedName {
        let text = String(Substring(names[min(gender, names.count - 1)]))
        return romanised.isEmpty
          ? SeedName(text)
          : SeedName(text, romanised: romanised[min(gender, romanised.count - 1)])
      }
      male.names.append(name(0))
      male.weights.append(weight)
      female.names.append(name(1))
      female.weights.append(weight)
    }
    return (male, female)
  }

  private static func trimmed(_ bytes: Substring.UTF8View) -> Substring.UTF8View {
    var bytes = bytes
    while bytes.first == UInt8(ascii: " ") { bytes.removeFirst() }
    while bytes.last == UInt8(ascii: " ") { bytes.removeLast() }
    return bytes
  }
}
