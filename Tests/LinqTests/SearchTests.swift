import Foundation
import Testing

@testable import LinqCore

@Suite("Search: S85")
struct SearchTests {
  private func found(_ text: String, _ surname: String, _ name: String, _ email: String = "")
    -> Int?
  {
    SearchText(text).rank(in: SearchWords(names: [surname, name], others: [email]))
  }

  @Test(
    "what people type finds whom they mean",
    arguments: [
      ("oneil", "O'Neil", "", 0), ("o'neil", "O’Neil", "", 0), ("O’NEIL", "Oneil", "", 0),
      ("o neil", "O'Neil", "", 0), ("neil", "O'Neil", "", 0),
      ("jean-luc", "Picard", "Jean-Luc", 0), ("jean luc", "Picard", "Jean-Luc", 0),
      ("jeanluc", "Picard", "Jean-Luc", 0), ("lopez jose", "García López", "José María", 0),
      ("łuk", "Sokołowski", "Łukasz", 2), ("sokolowski", "Sokołowski", "Łukasz", 0),
      ("muller", "Müller", "", 0), ("Müller, José", "Müller", "José", 0),
      ("jose mull", "Müller", "José", 2), ("GROẞ", "Groß", "", 0), ("gross", "Groß", "", 0),
      ("soren kjaer", "Kjærgaard", "Søren", 2), ("ipek isik", "Işık", "İpek", 0),
      ("山田太郎", "山田", "太郎", 0), ("太郎", "山田", "太郎", 0), ("田", "山田", "太郎", 0),
      ("田", "田中", "太郎", 2), ("ㄱ", "김", "민준", 2), ("기", "김", "민준", 2),
      ("김민준", "김", "민준", 0), ("か", "かとう", "", 2), ("ｶﾞｸ", "ガク", "", 0),
      ("ΠΑΠΑΔΟΠΟΥΛΟΣ", "Παπαδόπουλος", "", 0), ("احمد", "أحمد", "", 0),
      ("ใจ", "ใจดี", "", 2), ("mar gar", "García", "María", 2), ("mar mar", "Mar", "", 0),
      ("d’Arc", "d'Arc", "Jeanne", 0), ("smith−jones", "Smith-Jones", "", 0),
      ("van der berg", "van der Berg", "", 0), ("éva", "E\u{301}va", "", 0),
    ])
  func finding(text: String, surname: String, name: String, rank: Int) {
    #expect(found(text, surname, name) == rank)
  }

  @Test(
    "what nobody means finds nobody",
    arguments: [
      ("", "Bob", ""), ("  ", "Bob", ""), ("😀", "😀", ""), ("@@", "Bob", ""),
      ("o neil", "Oneil", ""), ("jeanluc", "Jean Luc", ""), ("か", "がく", ""),
      ("mueller", "Müller", ""), ("bob x", "Bob", ""), ("ob", "Bob", ""), ("bobb", "Bob", ""),
    ])
  func findingNobody(text: String, surname: String, name: String) {
    #expect(found(text, surname, name) == nil)
  }

  @Test("whole words come before beginnings, names before other fields")
  func ranks() {
    #expect(found("mar", "Mar", "Ann") == 0)
    #expect(found("mar", "Lee", "Ann", "anna@mar.example.org") == 1)
    #expect(found("mar", "Martin", "Ann") == 2)
    #expect(found("mar", "Lee", "Ann", "martin@example.org") == 3)
    // A person has the rank of the word that fits worst.
    #expect(found("ann mart", "Lee", "Ann", "martin@example.org") == 3)
    #expect(found("ann@mar.example.org", "Lee", "Ann", "ann@mar.example.org") == 1)
  }

  @Test("words are those of the documentation")
  func words() {
    #expect(
      SearchWords(names: ["García", "José"], others: ["jose@example.org"]).text
        == " ngarcia njose ojose oexample oorg ")
    #expect(SearchWords(names: ["O'Neil"], others: []).text == " no nneil noneil ")
    #expect(SearchWords(names: ["a-b-c-d-e"], others: []).text == " na nb nc nd ne nabcde ")
    #expect(SearchWords(names: ["山田", "太郎"], others: []).text.hasSuffix(" n山田太郎 n田太郎 n太郎 n郎 "))
    #expect(SearchWords(names: [], others: []).text == " ")
    let long = String(repeating: "a", count: 50)
    #expect(SearchWords(names: [long], others: []).bytes.count == 35)
    #expect(found(long, long, "") == 0)
  }

  @Test("each scalar of Unicode folds to a form that folds to itself, as its equals do")
  func folding() {
    var different: [String] = []
    for value in UInt32(0)...0x2FFFF {
      guard let scalar = Unicode.Scalar(value), Self.isTried(scalar) else { continue }
      let text = "a" + String(scalar)
      let form = FoldedText.form(of: text)
      if FoldedText.form(of: form) != form { different.append(text) }
      let decomposed = text.decomposedStringWithCanonicalMapping
      if decomposed == text, FoldedText.form(of: decomposed) != form { different.append(text) }
      let words = SearchWords(names: [text], others: []).text
      let again = SearchWords(names: [form], others: []).text
      if again != words { different.append(text) }
    }
    let values = different.prefix(40).map { $0.unicodeScalars.map { String($0.value, radix: 16) } }
    #expect(different.isEmpty, "\(different.count): \(values)")
  }

  @Test("words of ASCII are those of the general rules")
  func plainWords() {
    var random = SystemRandomNumberGenerator()
    let pieces =
      ["a", "B", "9", "'", "-", "`", " ", ".", "@", "Neil", "--", "x'y"]
      + [String(repeating: "w", count: 31), "\u{7F}", "\0"]
    for _ in 0..<20_000 {
      let text = (0..<Int.random(in: 0...9, using: &random))
        .map { _ in pieces.randomElement(using: &random) ?? "" }.joined()
      // A mark makes no other word, and keeps the text from being one of ASCII.
      let marked = text + " \u{301}"
      #expect(
        SearchWords(names: [text], others: [text]).text
          == SearchWords(names: [marked], others: [marked]).text, "\(text)")
    }
  }

  /// Unified ideographs are alike, and so are the syllables of hangul.
  private static func isTried(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x3400..<0x4DC0, 0x4E00..<0xA000, 0x20000..<0x2F800: scalar.value % 1009 == 0
    case 0xAC00..<0xD7A4: scalar.value % 31 == 0
    default: scalar.properties.generalCategory != .unassigned && scalar.value < 0x1F000
    }
  }

  @Test("every word of a text is found by itself, by its beginnings, and in capitals")
  func ownWords() {
    let names = [
      "José Müller", "O’Neil", "Jean-Luc", "김민준", "山田", "がくもん", "ใจดี", "Ζωή", "İpek Işık",
      "straße", "د. أحمد", "नमस्ते", "Łukasz", "ŉ", "ﬁn", "a.b@c-d.org", "St. John's-Wood",
    ]
    for name in names {
      for text in [name, name.uppercased(), name.decomposedStringWithCanonicalMapping] {
        #expect(SearchText(text).rank(in: SearchWords(names: [name], others: [])) != nil, "\(text)")
      }
      for length in 1...name.count {
        let text = String(name.prefix(length))
        guard !SearchText(text).words.isEmpty else { continue }
        #expect(
          SearchText(text).rank(in: SearchWords(names: [name], others: [])) != nil,
          "\(text) of \(name)")
      }
    }
  }
}
