import Foundation
import Testing

@testable import LinqCore

/// The form of texts in an index of substrings: what contains another text contains its form.
@Suite struct SubstringTextTests {
  /// All scalars that are assigned, without most ideographs and syllables, which behave alike.
  private static let scalars: [Unicode.Scalar] =
    (0..<0x32_00).compactMap { value in
      let large = value > 0x3400 && value < 0xA000 || value > 0xAC00 && value < 0xD700
      guard !large || value % 97 == 0, let scalar = Unicode.Scalar(value),
        scalar.properties.generalCategory != .unassigned
      else { return nil }
      return scalar
    }
    + [0x1F600, 0x10400, 0xAC01, 0x4E00, 0xFF76, 0xFF9E, 0xFB01, 0x1D400].compactMap(
      Unicode.Scalar.init)

  @Test("other forms of a text have the same form")
  func forms() {
    for scalar in Self.scalars {
      for text in [String(scalar), "a\(scalar)b", "\(scalar)\u{301}", "Σ\(scalar)Σ"] {
        let form = SubstringText.form(of: text)
        for other in [text.lowercased(), text.uppercased(), text.folded, form] {
          #expect(SubstringText.form(of: other) == form, "\(scalar.value) \(text) \(other)")
        }
      }
    }
  }

  @Test("the form of a text is that of its parts")
  func parts() {
    var random = SystemRandomNumberGenerator()
    let kana: [Unicode.Scalar] = ["カ", "か", "\u{3099}", "\u{FF76}", "\u{FF9E}", "ガ", "ー"]
    let others: [Unicode.Scalar] = ["a", "\u{301}", "ß", "İ", "각", "ᄀ", "ᅡ", "ᆨ", "Ω", "Σ", "'"]
    for _ in 0..<20_000 {
      let scalars = (0..<Int.random(in: 0...6, using: &random)).map { _ -> Unicode.Scalar in
        switch Int.random(in: 0...2, using: &random) {
        case 0: kana.randomElement(using: &random) ?? "a"
        case 1: others.randomElement(using: &random) ?? "a"
        default: Self.scalars.randomElement(using: &random) ?? "a"
        }
      }
      let text = String(String.UnicodeScalarView(scalars))
      let form = SubstringText.form(of: text)
      // Also at places inside of a character, as a search by scalars would.
      let cut = Int.random(in: 0...scalars.count, using: &random)
      let parts = [scalars[..<cut], scalars[cut...]].map {
        SubstringText.form(of: String(String.UnicodeScalarView($0)))
      }
      #expect(parts.joined() == form, "\(scalars.map(\.value)) at \(cut)")
    }
  }

  @Test("a text is looked for by terms that each text with it has")
  func terms() throws {
    #expect(SubstringText.match(of: "Mü") == nil)
    #expect(SubstringText.match(of: "a\u{0}b\u{1F}") == nil)
    #expect(SubstringText.match(of: "Mül") == "\"mul\"")
    #expect(SubstringText.match(of: "Müller") == "\"mul\" AND \"ull\" AND \"ler\"")
    #expect(SubstringText.match(of: "a\"b") == "\"a\"\"b\"")
    let long = String(repeating: "abcdefgh", count: 50)
    let found = try #require(SubstringText.match(of: long)).components(separatedBy: " AND ")
    #expect(found.count <= 8 && Set(found).isSubset(of: SubstringText.terms(ofForm: long)))
    #expect(SubstringText.form(of: ["Mü", "x\u{1F}y"]) == "mu\u{1F}xy")
  }
}
