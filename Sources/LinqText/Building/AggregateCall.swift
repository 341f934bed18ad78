internal import LinqCore

/// A call of an aggregate: `sum { $0.age }`, `percentile(0.9) { $0.age }`,
/// `joined(separator: ", ") { $0.name }`.
struct AggregateCall {
  /// The aggregate, with what it needs beside the value of each element.
  enum Kind {
    case plain(QueryAggregate)
    case percentile(Double)
    case joined(separator: String)
  }

  let kind: Kind
  /// The closure that gives the value of an element; nil for the element itself.
  let value: Syntax?

  init(
    _ aggregate: QueryAggregate, _ arguments: [Syntax.Argument], at range: Range<Int>
  ) throws(ChainError) {
    var others = arguments[...]
    switch aggregate {
    case .joined:
      guard let separator = others.first, separator.label == "separator" else {
        kind = .joined(separator: "")
        break
      }
      guard let text = separator.value.string else {
        throw ChainError("the separator is a string", at: separator.value.range)
      }
      kind = .joined(separator: text)
      others.removeFirst()
    case .percentile:
      guard let argument = others.popFirst(), argument.label == nil else {
        throw Self.usage(aggregate, at: range)
      }
      guard let fraction = Double.literal(argument.value), (0...1).contains(fraction) else {
        throw ChainError(
          "the fraction of a percentile is a number from 0 to 1", at: argument.value.range)
      }
      kind = .percentile(fraction)
    default: kind = .plain(aggregate)
    }
    guard others.count <= 1, others.allSatisfy({ $0.label == nil }) else {
      throw Self.usage(aggregate, at: range)
    }
    value = others.first?.value
  }

  private static func usage(_ aggregate: QueryAggregate, at range: Range<Int>) -> ChainError {
    let known = ChainOperator(rawValue: aggregate.rawValue)
    return ChainError("write .\(known?.usage ?? aggregate.rawValue)", at: range)
  }
}
