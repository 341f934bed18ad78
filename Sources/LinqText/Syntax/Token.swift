/// A word of a chain's text.
struct Token {
  enum Kind: Equatable {
    case name(String)
    /// `$0`, `$1`.
    case parameter(Int)
    case integer(Int)
    case double(Double)
    case string(String)
    /// Punctuation and operators.
    case symbol(String)
    case end
  }

  let kind: Kind
  let range: Range<Int>
  /// Whether white space comes before and after it: `-` and `<` mean another thing then.
  var hasSpaceBefore = false
  var hasSpaceAfter = false

  /// How a message calls it.
  var text: String {
    switch kind {
    case .name(let name): name
    case .parameter(let index): "$\(index)"
    case .integer(let value): "\(value)"
    case .double(let value): "\(value)"
    case .string: "a text"
    case .symbol(let symbol): symbol
    case .end: "the end"
    }
  }
}
