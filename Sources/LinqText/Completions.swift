/// The names that can stand at a place of an unfinished chain.
///
/// ```swift
/// store.textForm.completions(of: "where { $0.ag", at: 13)
/// // replaces characters 11..<13: age
/// ```
public struct Completions: Sendable, Hashable {
  /// A name, and how it is used.
  public struct Name: Sendable, Hashable {
    /// The name of a member, a function, an operator or a source.
    public let name: String
    /// An example of an operator, such as `where { $0.name == "Ada" }`; nil for other names.
    public let usage: String?
  }

  /// The characters that a name replaces, counted from 0: the beginning of a name that is there.
  public let range: Range<Int>
  /// The names that begin with these characters, whatever their case, in the order of their
  /// declaration; empty where none can stand.
  public let names: [Name]
}

extension TextForm {
  /// Returns the names that can stand at a place of an unfinished chain. The text after it is not
  /// read.
  ///
  /// - Parameters:
  ///   - text: the chain, as far as it is written.
  ///   - position: the number of characters before the place.
  public func completions(of text: String, at position: Int) -> Completions {
    let before = text.prefix(max(0, position))
    let start = before.lastIndex { !$0.isNamePart }.map(before.index(after:)) ?? before.startIndex
    let begun = before[start...].lowercased()
    let names = names(after: before[..<start]).filter { $0.lowercased().hasPrefix(begun) }
    let place = before.distance(from: before.startIndex, to: start)
    return Completions(
      range: place..<place + before[start...].count,
      names: names.map { .init(name: $0, usage: ChainOperator(rawValue: $0)?.usage) })
  }

  /// Returns the names that the error about a name knows that cannot be right. So there is no
  /// second list of what can stand where.
  private func names(after text: Substring) -> [String] {
    let unknown = "zzzzzzzzzz"
    guard let closing = Self.closing(of: text) else { return [] }
    do {
      _ = try parse(text + unknown + closing)
    } catch let error as ChainError {
      guard error.range == text.count..<text.count + unknown.count else { return [] }
      // A chain may begin with an operator too.
      let isStart = text.allSatisfy(\.isWhitespace)
      return error.names + (isStart ? ChainOperator.allCases.map(\.rawValue) : [])
    } catch {}
    return []
  }

  /// Returns what closes the braces, parentheses and strings that are open at the end of a text;
  /// nil in a string.
  private static func closing(of text: Substring) -> String? {
    var open: [Character] = []
    var isEscaped = false
    for character in text {
      if open.last == "\"" {
        switch (isEscaped, character) {
        case (true, "("): open.append(")")
        case (false, "\""): open.removeLast()
        default: break
        }
        isEscaped = character == "\\" && !isEscaped
        continue
      }
      isEscaped = false
      switch character {
      case "{": open.append("}")
      case "(": open.append(")")
      case "[": open.append("]")
      case "\"": open.append("\"")
      case open.last: open.removeLast()
      default: break
      }
    }
    return open.last == "\"" ? nil : String(open.reversed())
  }
}

extension Character {
  /// Whether the character can be a part of a name.
  var isNamePart: Bool { isLetter || isNumber || self == "_" }
}
