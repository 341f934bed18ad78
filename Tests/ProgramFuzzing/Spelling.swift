/// A piece of a program, spelled once for the library and once for arrays of plain Swift.
///
/// Most pieces are the same in both: closures of queries look like closures of elements.
struct Spelling: Equatable, ExpressibleByStringInterpolation {
  let library: String
  let plain: String

  init(library: String, plain: String) {
    self.library = library
    self.plain = plain
  }

  init(stringLiteral value: String) { self.init(library: value, plain: value) }

  init(stringInterpolation parts: Parts) {
    self.init(library: parts.library, plain: parts.plain)
  }

  struct Parts: StringInterpolationProtocol {
    fileprivate var library = ""
    fileprivate var plain = ""

    init(literalCapacity: Int, interpolationCount: Int) {}

    mutating func appendLiteral(_ literal: String) {
      library += literal
      plain += literal
    }

    mutating func appendInterpolation(_ piece: Spelling) {
      library += piece.library
      plain += piece.plain
    }

    mutating func appendInterpolation(_ text: some CustomStringConvertible) {
      appendLiteral("\(text)")
    }
  }
}
