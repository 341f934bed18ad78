import Foundation
import Testing

@testable import PeopleIO

@Suite("Words of headers")
struct HeaderTests {
  @Test(
    "names are compared without case, separators, accents and numbers",
    arguments: [
      ("E-mail 1 - Value", "emailvalue", 1), ("E-mail 2 - Value", "emailvalue", 2),
      ("yearOfBirth", "yearofbirth", 1), ("Date of Birth", "dateofbirth", 1),
      ("Género", "genero", 1), ("FIRST_NAME", "firstname", 1), ("Fødselsdato", "fodselsdato", 1),
      ("Größe", "grosse", 1), ("DOB", "dob", 1), ("\u{FEFF}name", "name", 1),
      ("Phone (mobile)", "phone", 1), ("(remark)", "remark", 1), ("address3", "address", 3),
      ("", "", 1), ("#", "", 1), ("Имя", "имя", 1),
    ])
  func forms(name: String, joined: String, number: Int) {
    let header = HeaderText(name)
    #expect(header.joined == joined && header.number == number)
  }

  @Test(
    "words that people use for fields",
    arguments: [
      ("first_name", ColumnRole.given, RoleFit.word), ("Given Name", .given, .word),
      ("Vorname", .given, .word), ("Prénom", .given, .word), ("Last name", .family, .word),
      ("Surname", .family, .field), ("Family Name", .family, .word), ("Apellidos", .family, .word),
      ("Nachname", .family, .word), ("Name", .whole, .field), ("Full Name", .whole, .word),
      ("DisplayName", .whole, .word), ("Nombre", .whole, .word), ("Employee_Name", .whole, .weak),
      ("artist", .whole, .weak), ("E-mail Address", .email, .word), ("EMAIL", .email, .field),
      ("E-mail 1 - Value", .email, .word), ("email.work", .email, .weak),
      ("contact.email", .email, .weak), ("Parliament Email", nil, nil),
      ("Birthday", .birthDate, .word), ("Geburtsdatum", .birthDate, .word),
      ("birth_date", .birthDate, .field), ("dob", .birthDate, .word),
      ("Birth date (YYYY-MM-DD)", .birthDate, .weak), ("Year_of_birth", .birthYear, .word),
      ("Año de nacimiento", .birthYear, .word), ("Age", .age, .field), ("Alter", .age, .word),
      ("login", .login, .word), ("Organization 1 - Name", .organization, .word),
      ("ManagerName", nil, nil), ("Spouse", nil, nil), ("E-mail Display Name", nil, nil),
      ("Manager Email", nil, nil), ("party", nil, nil), ("Phone 1 - Value", nil, nil),
      ("name.first", .given, .word), ("id", nil, nil), ("Nom usuel", .family, .word),
      ("Prénom usuel", .given, .word), ("Courrier électronique", .email, .word),
      ("long_name", .whole, .word), ("Nominativo", .whole, .word), ("Roepnaam", .given, .word),
      ("Dt. Nasc.", .birthDate, .word), ("Apellido paterno", .family, .word),
      ("Né(e) le", .birthDate, .weak), ("Tilltalsnamn", .given, .word), ("Imiona", .given, .word),
      ("Adres e-mailowy", .email, .word), ("Geb.-Datum", .birthDate, .word),
    ] as [(String, ColumnRole?, RoleFit?)])
  func roles(name: String, role: ColumnRole?, fit: RoleFit?) {
    let found = FieldWords.role(of: HeaderText(name))
    #expect(found?.role == role && found?.fit == fit)
  }

  @Test("the words of the documentation are in the table")
  func documentation() throws {
    let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Sources/People/People.docc/Importing.md")
    let text = try String(contentsOf: file, encoding: .utf8)
    let rows: [String: Set<ColumnRole>] = [
      "`name`": [.given], "`surname`": [.family], "whole name": [.whole, .login], "`age`": [.age],
      "`email`": [.email], "`birthDate`": [.birthDate], "year of birth": [.birthYear],
    ]
    for (field, roles) in rows {
      let row = try #require(text.split(separator: "\n").first { $0.hasPrefix("| \(field) |") })
      let words = row.split(separator: "|")[1].split { ",;".contains($0) }
        .flatMap { $0.replacing("after them ", with: "").split(separator: " and ") }
      for word in words {
        let found = FieldWords.role(of: HeaderText(String(word)))?.role
        #expect(found.map(roles.contains) == true, "\(word)")
      }
    }
  }

  @Test("each word is written as it is compared, and stands for one role")
  func table() {
    var roles: [String: ColumnRole] = [:]
    for (role, words) in Array(FieldWords.words) + Array(FieldWords.weakWords) {
      for word in words {
        #expect(HeaderText(word).joined == word)
        #expect(roles.updateValue(role, forKey: word) == nil, "\(word)")
      }
    }
  }
}
