/// A part of a chain as it is written.
struct Syntax {
  indirect enum Form {
    case integer(Int)
    case double(Double)
    case string(String)
    case bool(Bool)
    case `nil`
    /// A name that stands alone: a source, or a closure's parameter.
    case name(String)
    /// `$0`.
    case parameter(Int)
    case member(Syntax, String)
    /// A call; without a base a function or, at the beginning of a chain, an operator.
    case call(Syntax?, String, [Argument])
    /// `\.surname`, `\.0.name`.
    case keyPath([Name])
    case array([Syntax])
    case tuple([Syntax])
    /// `a..<b`, `a...b` and their one-sided forms.
    case range(Syntax?, Syntax?, isClosed: Bool)
    case prefix(String, Syntax)
    case binary(String, Syntax, Syntax)
    case conditional(Syntax, Syntax, Syntax)
    case closure([Name], Syntax)
  }

  /// A name and where it stands.
  struct Name {
    let text: String
    let range: Range<Int>
  }

  /// An argument of a call.
  struct Argument {
    let label: String?
    let value: Syntax
  }

  let form: Form
  let range: Range<Int>
  /// Where the name of a member or of a call stands.
  var nameRange: Range<Int>
}
