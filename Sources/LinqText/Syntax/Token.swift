/// A token of a chain's text.
struct Token: Equatable {
  enum Kind: Equatable {
    case name(String)
    /// `$0`, `$1`.
    case parameter(Int)
    /// `$year`: a parameter of the chain.
    case given(String)
    case integer(Int)
    /// A number, and its digits as they are written.
    case double(Double, String)
    case string(String)
    /// A string with expressions in it: the tokens of each, which end with `end`, between two of
    /// the literal parts.
    case interpolation([String], [[Token]])
    /// Punctuation and operators.
    case symbol(String)
    case end
  }

  let kind: Kind
  let range: Range<Int>
  /// Whether white space precedes the token, which changes the meaning of some operators.
  var hasSpaceBefore = false
  /// Whether the token is the first one on its line.
  var startsLine = false

  /// The token as messages show it.
  var text: String {
    switch kind {
    case .name(let name): name
    case .parameter(let index): "$\(index)"
    case .given(let name): "$\(name)"
    case .integer(let value): "\(value)"
    case .double(let value, _): "\(value)"
    case .string, .interpolation: "a text"
    case .symbol(let symbol): symbol
    case .end: "the end"
    }
  }
}
