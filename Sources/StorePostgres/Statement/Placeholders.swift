#if Postgres
/// The text of a statement with PostgreSQL's own names of its parameters.
///
/// A parameter is written `?`, `?1` or `$1`, so that a statement can be written once for every
/// engine. `??` is the operator `?`.
struct Placeholders {
  /// The text, in which parameters are `$1`, `$2` …
  private(set) var sql = ""
  /// The number of parameters.
  private(set) var count = 0

  private var rest: Substring.UTF8View

  init(_ text: String) {
    rest = text[...].utf8
    var output: [UInt8] = []
    output.reserveCapacity(text.utf8.count + 16)
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "'"), UInt8(ascii: "\""): copy(quotedBy: byte, to: &output)
      case UInt8(ascii: "-") where rest.first == byte: copyLine(byte, to: &output)
      case UInt8(ascii: "/") where rest.first == UInt8(ascii: "*"): copyComment(to: &output)
      case UInt8(ascii: "?"):
        if rest.first == byte {
          rest.removeFirst()
          output.append(byte)
        } else {
          let number = number() ?? count + 1
          count = max(count, number)
          output += Array("$\(number)".utf8)
        }
      case UInt8(ascii: "$"):
        output.append(byte)
        if let number = number() {
          count = max(count, number)
          output += Array("\(number)".utf8)
        } else {
          copyDollarQuote(to: &output)
        }
      default: output.append(byte)
      }
    }
    sql = String(decoding: output, as: UTF8.self)
  }

  /// Returns the number at the current place; nil if there is none. It ends before it could
  /// overflow.
  private mutating func number() -> Int? {
    var number: Int?
    while let digit = rest.first, (0x30...0x39).contains(digit), (number ?? 0) < 100_000 {
      number = (number ?? 0) * 10 + Int(digit - 0x30)
      rest.removeFirst()
    }
    return number
  }

  private mutating func copy(quotedBy quote: UInt8, to output: inout [UInt8]) {
    output.append(quote)
    // A doubled quote ends one part and begins the next.
    while let byte = rest.popFirst() {
      output.append(byte)
      if byte == quote { return }
    }
  }

  private mutating func copyLine(_ first: UInt8, to output: inout [UInt8]) {
    output.append(first)
    while let byte = rest.popFirst() {
      output.append(byte)
      if byte == UInt8(ascii: "\n") { return }
    }
  }

  private mutating func copyComment(to output: inout [UInt8]) {
    output.append(UInt8(ascii: "/"))
    var depth = 0
    var last: UInt8 = UInt8(ascii: "/")
    while let byte = rest.popFirst() {
      output.append(byte)
      switch (last, byte) {
      case (UInt8(ascii: "/"), UInt8(ascii: "*")):
        depth += 1
        last = 0
      case (UInt8(ascii: "*"), UInt8(ascii: "/")):
        depth -= 1
        last = 0
      default: last = byte
      }
      if depth == 0 { return }
    }
  }

  /// Copies the rest of a text between `$tag$` and `$tag$`, if one begins here.
  private mutating func copyDollarQuote(to output: inout [UInt8]) {
    guard let end = rest.firstIndex(of: UInt8(ascii: "$")) else { return }
    let name = rest[..<end]
    let isTag = name.allSatisfy { byte in
      byte == UInt8(ascii: "_") || byte >= 0x80 || (0x30...0x39).contains(byte)
        || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
    }
    guard isTag else { return }
    let tag = Array(name) + [UInt8(ascii: "$")]
    output += tag
    rest = rest[rest.index(after: end)...]
    let closing = [UInt8(ascii: "$")] + tag
    var body: [UInt8] = []
    while let byte = rest.popFirst() {
      body.append(byte)
      if byte == UInt8(ascii: "$"), body.count >= closing.count,
        body.suffix(closing.count).elementsEqual(closing)
      {
        break
      }
    }
    output += body
  }
}
#endif
