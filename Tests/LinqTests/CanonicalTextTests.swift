import Foundation
import TestSupport
import Testing

@testable import Linq

@Suite("S05 canonical text")
struct CanonicalTextTests {
  /// Every scalar that decomposes, with its decomposition.
  static let decompositions: [(scalar: Unicode.Scalar, parts: [Unicode.Scalar])] = {
    (UInt32(0x80)...0x2FA1F).compactMap { value in
      guard let scalar = Unicode.Scalar(value) else { return nil }
      let parts = Array(String(scalar).decomposedStringWithCanonicalMapping.unicodeScalars)
      return parts == [scalar] ? nil : (scalar, parts)
    }
  }()

  @Test("what is known to be canonical takes no part in normalisation")
  func inertScalars() {
    // A scalar is inert when it has no combining class, does not change alone, and is never the
    // second half of a composition.
    var seconds: Set<Unicode.Scalar> = []
    for (_, parts) in Self.decompositions { seconds.formUnion(parts.dropFirst()) }
    for value in UInt32(0x80)...0xFFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = String(scalar)
      guard Array(text.utf8).withUnsafeBufferPointer(CanonicalText.isKnownCanonical) else {
        continue
      }
      let label = "U+\(String(value, radix: 16))"
      if value != 0x094D {  // the one exception: see there
        #expect(scalar.properties.canonicalCombiningClass == .notReordered, "\(label)")
      }
      #expect(!seconds.contains(scalar), "\(label)")
      let composed = text.decomposedStringWithCanonicalMapping.precomposedStringWithCanonicalMapping
      #expect(Array(composed.utf8) == Array(text.utf8), "\(label)")
    }
    // Vowel and final jamo compose algorithmically and are in no table.
    for value in UInt32(0x1100)...0x11FF {
      let text = Unicode.Scalar(value).map { String($0) } ?? ""
      #expect(!Array(text.utf8).withUnsafeBufferPointer(CanonicalText.isKnownCanonical))
    }
  }

  @Test(
    "equal texts, and only they, have the same form",
    arguments: [
      ("e\u{301}", "\u{E9}"), ("\u{AC00}\u{11A8}", "\u{AC01}"), ("\u{212B}", "\u{C5}"),
      ("A\u{30A}", "\u{C5}"), ("q\u{307}\u{323}", "q\u{323}\u{307}"),
      ("\u{1E0B}\u{323}", "ḍ\u{307}"),
      ("\u{2126}", "\u{3A9}"), ("\u{F900}", "\u{8C48}"), ("が", "か\u{3099}"),
    ])
  func equalTexts(left: String, right: String) {
    #expect(left == right)
    #expect(Array(CanonicalText.form(of: left).utf8) == Array(CanonicalText.form(of: right).utf8))
  }

  @Test("random hostile texts: same form exactly when equal, and the form is stable")
  func randomTexts() {
    let seed = Seed()
    var random = seed.generator
    func next(_ bound: Int) -> Int { .random(in: 0..<bound, using: &random) }
    let pieces: [String] =
      [
        "a", "e", "\u{301}", "\u{E9}", "\u{323}", "\u{307}", "\u{1100}", "\u{1161}", "\u{11A8}",
        "\u{AC00}", "\u{AC01}", "\u{212B}", "A", "\u{30A}", "\0", "👨‍👩‍👧", "\u{0344}", "\u{0345}",
        "ß",
        "\u{20041}", "\u{300}", "\u{10041}", "\u{11A7}", "\u{1113}", "\u{1E9B}\u{323}", "\u{FB1D}",
        "\u{0F73}", "\u{0F71}", "\u{0F72}", "\r\n",
      ] + Self.decompositions.map { String($0.scalar) }
    for _ in 0..<20_000 {
      let left = (0..<next(6)).map { _ in pieces[next(pieces.count)] }.joined()
      let right =
        next(2) == 0
        ? left.decomposedStringWithCanonicalMapping
        : (0..<next(6)).map { _ in pieces[next(30)] }.joined()
      let forms = (CanonicalText.form(of: left), CanonicalText.form(of: right))
      #expect(
        (left == right) == forms.0.utf8.elementsEqual(forms.1.utf8),
        "\(seed): \(left.unicodeScalars.map(\.value)) \(right.unicodeScalars.map(\.value))")
      #expect(forms.0 == left, "\(seed)")
      #expect(
        CanonicalText.form(of: forms.0).utf8.elementsEqual(forms.0.utf8), "\(seed)")
      #expect(CanonicalText.isCanonical(forms.0), "\(seed)")
    }
  }
}

@Suite("S05 characters of many marks")
struct LongCharacterTests {
  @Test("same form exactly when equal, whatever the order of the marks, and the form is stable")
  func randomMarks() {
    let seed = Seed()
    var random = seed.generator
    func next(_ bound: Int) -> Int { .random(in: 0..<bound, using: &random) }
    let marks: [Unicode.Scalar] = [
      "\u{301}", "\u{307}", "\u{323}", "\u{345}", "\u{344}", "\u{F71}", "\u{F72}", "\u{F80}",
      "\u{3099}", "\u{5B0}", "\u{1D165}",
    ]
    let bases: [Unicode.Scalar] = ["a", "e", "\u{E9}", "\u{1E69}", "\u{AC00}", "\u{20041}", "か"]
    for round in 0..<400 {
      // Around the limits of 42 bytes and 64 scalars, and far beyond.
      let count = [10, 20, 21, 22, 40, 60, 62, 63, 64, 65, 66, 130, 500][round % 13]
      var scalars = [bases[next(bases.count)]]
      let kinds = 1 + next(marks.count)
      for _ in 0..<count { scalars.append(marks[next(kinds)]) }
      let left = String(String.UnicodeScalarView(scalars))
      var other = scalars
      if next(3) > 0, other.count > 2 {
        // Marks of two classes may change places, those of one may not.
        let index = 1 + next(other.count - 2)
        other.swapAt(index, index + 1)
      }
      let right =
        next(2) == 0
        ? String(String.UnicodeScalarView(other))
        : String(String.UnicodeScalarView(other)).decomposedStringWithCanonicalMapping
      let forms = (CanonicalText.form(of: left), CanonicalText.form(of: right))
      #expect(
        (left == right) == forms.0.utf8.elementsEqual(forms.1.utf8),
        "\(seed): \(scalars.map(\.value)) \(right.unicodeScalars.map(\.value))")
      #expect(forms.0 == left, "\(seed): \(scalars.map(\.value))")
      #expect(
        CanonicalText.form(of: forms.0).utf8.elementsEqual(forms.0.utf8),
        "\(seed): \(scalars.map(\.value))")
      #expect(CanonicalText.isCanonical(forms.0), "\(seed): \(scalars.map(\.value))")
    }
  }

  @Test("the scalars that Swift does not put marks in order across: the form is equal and stable")
  func divided() {
    for count in [1, 10, 40, 300] {
      for text in [
        "a\u{301}\u{F81}", "a\u{F81}\u{301}", "\u{F40}\u{F73}\u{F71}", "a\u{323}\u{F75}\u{F73}",
      ] {
        let text = text + String(repeating: "\u{F81}\u{323}", count: count)
        let form = CanonicalText.form(of: text)
        #expect(form == text)
        #expect(CanonicalText.form(of: form).utf8.elementsEqual(form.utf8))
      }
    }
  }

  @Test("megabytes of marks take no more time for each than a few", .timeLimit(.minutes(30)))
  func megabytes() {
    // With time in the square of the length these would take hours.
    for marks in ["\u{301}", "\u{301}\u{323}", "\u{344}", "\u{F81}\u{301}"] {
      let text = "a" + String(repeating: marks, count: 1_000_000 / marks.utf8.count)
      #expect(CanonicalText.isCanonical(CanonicalText.form(of: text)))
    }
  }
}
