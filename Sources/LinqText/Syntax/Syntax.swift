/// A node of the syntax tree of a chain.
struct Syntax {
  indirect enum Form {
    case integer(Int)
    /// A number, and its digits as they are written.
    case double(Double, String)
    case string(String)
    /// A string with expressions between its literal parts.
    case interpolation([String], [Syntax])
    case bool(Bool)
    case `nil`
    /// The text of a parameter's value, which is the literal that its place expects.
    case given(String)
    /// A name without a base: a source or a parameter of a closure, or, with a dot, a member of the
    /// expected type.
    case name(String)
    /// `$0`.
    case parameter(Int)
    case member(Syntax, String)
    /// A call. Without a base it is a function or, at the beginning of a chain, an operator.
    case call(Syntax?, String, [Argument])
    /// `\.surname`, `\.0.name`.
    case keyPath([Name])
    case array([Syntax])
    /// `[:]`, and `["party": "Whig"]` with a value for each key.
    case dictionary(keys: [Syntax], values: [Syntax])
    case tuple([Syntax])
    /// `a..<b`, `a...b` and their one-sided forms.
    case range(Syntax?, Syntax?, isClosed: Bool)
    case prefix(String, Syntax)
    case binary(String, Syntax, Syntax)
    case conditional(Syntax, Syntax, Syntax)
    case closure([Name], Syntax)
    /// Several statements as the body of a closure.
    case statements([Syntax])
    /// `a?.b.c`: an optional, and what is done with its value.
    case optionalChain(Syntax, Syntax)
    /// The value of the optional in the second part of an optional chain.
    case unwrapped
  }

  /// A name and its range in the text.
  struct Name {
    let text: String
    let range: Range<Int>
  }

  /// An argument of a call.
  struct Argument {
    let label: String?
    let value: Syntax
  }

  /// The name of the call that `dictionary["key"]` is.
  static let subscriptName = "[]"

  let form: Form
  /// The depth of the tree.
  let depth: Int
  let range: Range<Int>
  /// The range of the name of a member or of a call.
  var nameRange: Range<Int>

  init(form: Form, range: Range<Int>, nameRange: Range<Int>) {
    self.form = form
    self.range = range
    self.nameRange = nameRange
    depth = 1 + form.deepestPart
  }
}

extension Syntax.Form {
  /// The depth of its deepest part.
  fileprivate var deepestPart: Int {
    switch self {
    case .integer, .double, .string, .bool, .nil, .given, .name, .parameter, .keyPath, .unwrapped: 0
    case .interpolation(_, let parts): parts.reduce(0) { max($0, $1.depth) }
    case .optionalChain(let optional, let rest): max(optional.depth, rest.depth)
    case .member(let part, _), .prefix(_, let part), .closure(_, let part): part.depth
    case .call(let base, _, let arguments):
      arguments.reduce(base?.depth ?? 0) { max($0, $1.value.depth) }
    case .array(let parts), .tuple(let parts), .statements(let parts):
      parts.reduce(0) { max($0, $1.depth) }
    case .dictionary(let keys, let values): (keys + values).reduce(0) { max($0, $1.depth) }
    case .range(let lower, let upper, _): max(lower?.depth ?? 0, upper?.depth ?? 0)
    case .binary(_, let left, let right): max(left.depth, right.depth)
    case .conditional(let condition, let first, let second):
      max(condition.depth, first.depth, second.depth)
    }
  }
}
