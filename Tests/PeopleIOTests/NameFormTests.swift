import PeopleIO
import Testing

@testable import PeopleIO

@Suite("Whole names")
struct NameFormTests {
  @Test(
    "the surname and a comma come first",
    arguments: [
      ("Braund, Mr. Owen Harris", "Mr. Owen Harris", "Braund"), ("Müller,José", "José", "Müller"),
      ("Adinolfi, Wilson  K", "Wilson  K", "Adinolfi"), (" Anderson, Carol ", "Carol", "Anderson"),
      ("Absalon", "Absalon", ""), ("Art & Language", "Art & Language", ""),
      ("Peña, Jr., José", "Jr., José", "Peña"),
      ("Aldrin, Edwin Eugene, Jr.", "Edwin Eugene, Jr.", "Aldrin"), ("King, Jr.", "King, Jr.", ""),
      ("Polgar,", "Polgar,", ""), (", Judit", ", Judit", ""), ("", "", ""),
    ])
  func surnameFirst(text: String, name: String, surname: String) {
    #expect(NameForm.surnameFirst.split(text) == (name, surname))
  }

  @Test(
    "the surname comes last",
    arguments: [
      ("José Müller", "José", "Müller"), ("Emil Adolf von Behring", "Emil Adolf", "von Behring"),
      ("Jacobus Henricus van 't Hoff", "Jacobus Henricus", "van 't Hoff"),
      ("Oscar de la Renta", "Oscar", "de la Renta"), ("Van Morrison", "Van", "Morrison"),
      ("Martin Luther King Jr.", "Martin Luther", "King Jr."),
      ("Martin Luther King, Jr.", "Martin Luther", "King, Jr."),
      ("Hon Anthony Albanese MP", "Hon Anthony", "Albanese MP"),
      ("Santiago Ramón y Cajal", "Santiago", "Ramón y Cajal"), ("Absalon", "Absalon", ""),
      ("  Ada \t Lovelace ", "Ada", "Lovelace"), ("Kent C. Dodds", "Kent C.", "Dodds"),
      ("Red Cross (International)", "Red Cross (International)", ""),
      ("Smith & Sons", "Smith & Sons", ""), ("Doe, Jane", "Doe, Jane", ""), ("", "", ""),
      ("Jr. III", "Jr. III", ""),
    ])
  func nameFirst(text: String, name: String, surname: String) {
    #expect(NameForm.nameFirst.split(text) == (name, surname))
  }

  @Test("without a comma, and whole")
  func others() {
    #expect(NameForm.surnameFirstWithoutComma.split("Nagy Anna Mária") == ("Anna Mária", "Nagy"))
    #expect(NameForm.surnameFirstWithoutComma.split("Nagy") == ("Nagy", ""))
    #expect(NameForm.single.split(" Ada Lovelace ") == ("Ada Lovelace", ""))
  }

  @Test(
    "the form that most values have",
    arguments: [
      (["Braund, Mr. Owen", "Allen, William", "Absalon"], NameForm.surnameFirst),
      (["José Müller", "Ada Lovelace", "Absalon"], .nameFirst),
      (["King, Jr.", "Absalon", "wraithgar"], .single), ([], .single), (["", " "], .single),
      (["José Müller", "Allen, William"], .single),
      (["Martin Luther King, Jr.", "Ada Lovelace"], .nameFirst),
    ])
  func detection(values: [String], form: NameForm) {
    #expect(NameForm.detected(in: values) == form)
  }

  @Test("no letter is lost, whatever the name")
  func lossless() {
    var generator = SystemRandomNumberGenerator()
    let parts = [
      "Ada", "von", "de", "la", "Jr.", "King,", "y", "Ramón", "(x)", "III", "É", ",", "'t",
    ]
    for _ in 0..<2000 {
      let words = (0..<Int.random(in: 0...6, using: &generator)).map { _ in
        parts.randomElement(using: &generator) ?? ""
      }
      let text = words.joined(separator: " ")
      for form in NameForm.allCases {
        let (name, surname) = form.split(text)
        let letters = (name + surname).filter(\.isLetter).sorted()
        #expect(letters == text.filter(\.isLetter).sorted(), "\(form): \(text)")
        #expect(name.isEmpty == text.isEmpty, "\(form): \(text)")
      }
    }
  }
}
