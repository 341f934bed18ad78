internal import Foundation
internal import LinqCore
internal import StoreEngine

/// The value of a parameter of a statement.
///
/// The value of a query's constant cannot be read: each query with the plan binds its own. SQL that
/// has to differ by it asks a question (``decide(_:)``).
struct BoundValue: Sendable {
  /// What each run binds to the parameter.
  enum Origin: Hashable, Sendable {
    /// The constant of the query with an index, in a form.
    case constant(Int, ConstantForm)
    /// The value with an index among those that a run of a prepared query is given.
    case given(Int)
  }

  /// What each run binds; nil for a value that is a part of the statement.
  let origin: Origin?
  /// The value in the query that the statement was made for.
  fileprivate let value: any ColumnValue
  private let constant: QueryConstant?
  private let form: ConstantForm

  /// Creates a value that is a part of the statement: the same in each run.
  init(_ value: any ColumnValue) {
    self.value = value
    origin = nil
    constant = nil
    form = .itself
  }

  /// Creates a parameter of a prepared query.
  init(_ parameter: PreparedParameter) {
    value = parameter
    origin = .given(parameter.index)
    constant = nil
    form = .itself
  }

  /// Creates the value of a constant.
  ///
  /// - Parameter value: the value of the constant in the form.
  init(_ value: any ColumnValue, of constant: QueryConstant, in form: ConstantForm = .itself) {
    self.value = value
    self.constant = constant
    self.form = form
    origin = constant.index.map { .constant($0, form) }
  }

  /// The storage class of the value.
  var storedType: ValueType { value.storedType }

  /// Whether the value is one of a prepared query that may be NULL. Other values are not NULL.
  var isOptional: Bool { (value as? PreparedParameter)?.isOptional == true }

  /// The value, if it is a part of the statement; nil for one that each run binds.
  var ownValue: (any ColumnValue)? { origin == nil ? value : nil }

  /// Returns the answer of a question about the value; nil for a parameter of a prepared query. The
  /// plan then serves only queries with the same answer.
  func decide<Answer>(_ question: ConstantQuestion<Answer>) -> Answer? {
    if case .given = origin { return nil }
    guard let constant else { return question.ask(value) }
    guard form == .itself else {
      return constant.decide(
        ConstantQuestion("\(form) \(question.name)") { [form] value in
          question.ask(form.value(of: value) ?? value)
        })
    }
    return constant.decide(question)
  }

  /// Returns a form of the value; nil if there is none for this value, and for a parameter of a
  /// prepared query.
  func inForm(_ form: ConstantForm) -> BoundValue? {
    if case .given = origin { return nil }
    guard let value = form.value(of: value) else { return nil }
    return constant.map { BoundValue(value, of: $0, in: form) } ?? BoundValue(value)
  }

  /// The index of the query's constant, and what gives the value for the constant of another query;
  /// nil for other values.
  var binding: (constant: Int, value: @Sendable (any Sendable) -> (any ColumnValue)?)? {
    guard case .constant(let index, let form) = origin else { return nil }
    return (index, form == .itself ? value.makeCast() : form.value(of:))
  }

  /// Returns whether each run binds the same to both.
  func isSame(as other: BoundValue) -> Bool {
    origin == nil ? isEqualPart(other) : origin == other.origin
  }

  /// Returns whether both are the same text. The plan then serves only queries with the same
  /// answer.
  func isSameText(as other: BoundValue) -> Bool {
    guard form == .itself, other.form == .itself, let constant, let another = other.constant else {
      return false
    }
    return isSame(as: other) || constant.isSameText(as: another)
  }

  /// Returns whether both are parts of the statement and equal.
  func isEqualPart(_ other: BoundValue) -> Bool {
    guard origin == nil, other.origin == nil, type(of: value) == type(of: other.value),
      let stored = storedValue(value)
    else { return false }
    return stored == storedValue(other.value)
  }
}

/// A form in which a constant is bound.
enum ConstantForm: Hashable, Sendable {
  case itself
  /// The value of a parameter of a list.
  case element(Int)
  /// The first text of those that begin with the constant.
  case prefixStart
  /// The first text after those that begin with the constant.
  case prefixEnd
  /// The rows that a text of a search may find, in the words of FTS5.
  case searchMatch
  /// The rows that it finds in each class, as an array of JSON.
  case searchClasses
  /// The rows that may contain the constant, in the words of FTS5.
  case substringMatch
  /// The texts that contain the constant, or end with it, as a pattern of `LIKE`.
  case likePart, likeSuffix
  /// The rows whose rank in a search is at most a number, in the words of PostgreSQL.
  case searchRank(Int)

  /// Returns a constant in the form; nil if it has none.
  @Sendable func value(of constant: Any) -> (any ColumnValue)? {
    switch self {
    case .itself: constant as? any ColumnValue
    case .element(let index): cast(constant, to: ConstantList.self)?.value(ofParameter: index)
    case .prefixStart: (constant as? String).map { PrefixRange(of: $0).start }
    case .prefixEnd: (constant as? String).flatMap { PrefixRange(of: $0).end }
    // As bytes, because a text is bound in canonical form, and words have syllables in parts.
    case .searchMatch: (constant as? String).map { Data(SearchText($0).match.utf8) }
    case .searchClasses:
      (constant as? String).flatMap { try? JSONEncoder().encode(SearchText($0).classes) }
    case .substringMatch:
      (constant as? String).flatMap(SubstringText.match).map { Data($0.utf8) }
    case .likePart: (constant as? String).map { "%\(Self.literal($0))%" }
    case .likeSuffix: (constant as? String).map { "%\(Self.literal($0))" }
    case .searchRank(let rank):
      (constant as? String).map { Data(SearchText($0).query(upTo: rank).utf8) }
    }
  }

  /// Returns a text in which no character has a meaning for `LIKE`.
  private static func literal(_ text: String) -> String {
    var literal = String.UnicodeScalarView()
    for scalar in CanonicalText.form(of: text).unicodeScalars {
      if ["%", "_", "\\"].contains(scalar) { literal.append("\\") }
      literal.append(scalar)
    }
    return String(literal)
  }
}

extension SQLText {
  /// The values of the parameters in the query that the statement was made for.
  var values: [any ColumnValue] { parameters.map(\.value) }
}

extension SQLExpression {
  /// A parameter with a value that is a part of the statement.
  static func parameter(_ value: any ColumnValue) -> SQLExpression { .parameter(BoundValue(value)) }

  /// The value of the parameter, if the expression is one with a value that is a part of the
  /// statement.
  var ownValue: (any ColumnValue)? {
    if case .parameter(let value) = self { return value.ownValue }
    return nil
  }
}

extension ColumnValue {
  /// The storage class of the value.
  fileprivate var storedType: ValueType { (self as? PreparedParameter)?.type ?? Self.columnType }

  /// Returns a closure that casts to the type of this value. A cast to the protocol would look up
  /// the conformance each time.
  fileprivate func makeCast() -> @Sendable (any Sendable) -> (any ColumnValue)? {
    { value in cast(value, to: Self.self) }
  }
}

/// Casts a value to a type, which is usually its own. A dynamic cast would take longer than all
/// else of a constant.
private func cast<Value>(_ value: Any, to type: Value.Type) -> Value? {
  guard Swift.type(of: value) == type else { return value as? Value }
  func same<Other>(_ other: Other) -> Value { unsafeBitCast(other, to: Value.self) }
  return same(value)
}
