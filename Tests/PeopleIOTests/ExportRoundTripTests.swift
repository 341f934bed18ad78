import Foundation
import LinqCore
import People
import PeopleIO
import Tabular
import TestSupport
import Testing

@Suite("Export and import of the same people")
struct ExportRoundTripTests {
  private func export(_ store: PersonStore, _ format: TableFormat) throws -> [UInt8] {
    let folder = TemporaryFolder()
    let path = folder.file("people.\(format.rawValue)")
    try PersonExporter().run(store, to: ByteSink(path: path), format: format)
    return Array(try Data(contentsOf: URL(fileURLWithPath: path)))
  }

  private func importing(_ bytes: [UInt8], _ format: TableFormat) throws -> [Person] {
    let store = try PersonStore(path: ":memory:")
    let options = try options { $0.reader.format = format }
    try PersonImporter(options: options).run(ByteSource(bytes: bytes), into: store) {
      Issue.record("\($0)")
    }
    return try store.people.all()
  }

  @Test("attributes are columns after the fields, in the order of their names")
  func columns() throws {
    let store = try PersonStore(path: ":memory:")
    try store.people.insert([
      Person(name: "Ada", surname: "L", attributes: ["state": "x", "party": ""]),
      Person(name: "Bo", surname: "M", age: 1, attributes: ["name": "B", "attributes.x": "1"]),
    ])
    #expect(
      String(decoding: try export(store, .csv), as: UTF8.self) == """
        id,name,surname,age,email,birthDate,attributes.attributes.x,attributes.name,party,state
        1,Ada,L,,,,,,"",x
        2,Bo,M,1,,,1,B,,

        """)
    #expect(
      String(decoding: try export(store, .ndjson), as: UTF8.self).hasPrefix(
        #"{"id":1,"name":"Ada","surname":"L","age":null,"email":null,"birthDate":null,"#
          + #""attributes.attributes.x":null,"attributes.name":null,"party":"","state":"x"}"#))
  }

  @Test("random people come back as they were, in each format", arguments: TableFormat.allCases)
  func random(format: TableFormat) throws {
    let seed = Seed()
    var generator = seed.generator
    for _ in 0..<30 {
      let store = try PersonStore(path: ":memory:")
      let names = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
        Self.attribute(&generator)
      }
      var people = try store.people.insert(
        (0..<Int.random(in: 0...20, using: &generator)).map { index in
          Self.person(index, names, &generator)
        })
      let bytes = try export(store, format)
      if format == .vcard {
        // An empty text is none in a card.
        for index in people.indices {
          people[index].attributes = people[index].attributes.filter { !$0.value.isEmpty }
        }
      }
      let back = try importing(bytes, format)
      #expect(back == people, "\(seed)")
      guard back == people else { return }
    }
  }

  private static func person(
    _ index: Int, _ names: [String], _ generator: inout Seed.Generator
  ) -> Person {
    var person = Person(
      name: name(&generator), surname: Bool.random(using: &generator) ? name(&generator) : "")
    if (try? person.validate()) == nil { person.name = "NA" }
    if Bool.random(using: &generator) { person.age = .random(in: 0...150, using: &generator) }
    if Bool.random(using: &generator) { person.email = "p\(index)@example.org" }
    if Bool.random(using: &generator) {
      person.birthDate = CalendarDate(
        year: .random(in: 0...2025, using: &generator),
        month: .random(in: 1...12, using: &generator),
        day: .random(in: 1...28, using: &generator))
    }
    for name in names where Bool.random(using: &generator) {
      person.attributes[name] = text(&generator)
    }
    return person
  }

  private static let pieces = [
    "Ada", "", " ", "\t", "\n", "\r\n", "\"", ",", ";", "|", "\\", "'", "É", "e\u{301}", "👩‍👩‍👧",
    "NA", "null", "-", "\\N", "N/A", "0", "1.0", "{}", "[1]", "=1+1", "\u{FEFF}", "\u{A0}",
    "\u{7F}", "true",
  ]

  /// A text without what no name may have.
  private static func name(_ generator: inout Seed.Generator) -> String {
    let controls = CharacterSet(charactersIn: "\t\n\r\u{7F}")
    return text(&generator).components(separatedBy: controls).joined()
  }

  private static func text(_ generator: inout Seed.Generator) -> String {
    (0..<Int.random(in: 0...4, using: &generator)).map { _ in
      pieces.randomElement(using: &generator) ?? ""
    }.joined()
  }

  /// The name of an attribute, often one that would be read as something else.
  private static func attribute(_ generator: inout Seed.Generator) -> String {
    let known = [
      "id", "name", "Name", "surname", "email", "E-mail", "birthDate", "birth_date", "attributes",
      "attributes.", "attributes.name", "attributes.\"x\"", "rejected_line", "column 7", "#3", "",
    ]
    return Bool.random(using: &generator)
      ? known.randomElement(using: &generator) ?? "" : text(&generator)
  }
}
