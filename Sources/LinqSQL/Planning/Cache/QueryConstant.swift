internal import LinqCore
internal import StoreSupport

/// A constant of a query while a plan is made for it.
///
/// Queries that differ only in their constants share a plan. So the value is private: SQL depends
/// on it only by the answers of ``decide(_:)``, which the plan records, and by parameters that are
/// bound for each query (``BoundValue``).
struct QueryConstant: Sendable {
  private let value: any Sendable
  /// The index among the constants of the query; nil for a constant that is the same for all
  /// queries with the plan, because it belongs to a declaration or to a plan that is not shared.
  let index: Int?
  private let dependencies: PlanDependencies?

  /// Whether the value is an optional. All queries with the fingerprint have the same types.
  private var isOptional: Bool {
    let type = Swift.type(of: value)
    // The most frequent types need no cast to a protocol, which takes long.
    if type == Int.self || type == Int64.self || type == String.self { return false }
    return type is any OptionalValue.Type
  }

  /// Creates a constant of a query.
  ///
  /// - Parameters:
  ///   - index: the index among the constants of the query.
  ///   - dependencies: what the plan depends on.
  init(_ value: any Sendable, index: Int, _ dependencies: PlanDependencies) {
    self.value = value
    self.index = index
    self.dependencies = dependencies
  }

  /// Creates a constant that is the same for all queries with the plan.
  init(_ value: any Sendable) {
    self.value = value
    index = nil
    dependencies = nil
  }

  /// Returns the answer of a question about the value. The plan then serves only queries whose
  /// constants give the same answer.
  func decide<Answer>(_ question: ConstantQuestion<Answer>) -> Answer {
    let answer = question.ask(value)
    if let index { dependencies?.add(index, question, answer) }
    return answer
  }

  /// Returns whether another constant is the same text. The plan then serves only queries for which
  /// the answer is the same.
  func isSameText(as other: QueryConstant) -> Bool {
    @Sendable func isSame(_ value: any Sendable, _ other: any Sendable) -> Bool {
      (value as? String).map { $0 == other as? String } ?? false
    }
    let answer = isSame(value, other.value)
    if let index, let otherIndex = other.index {
      dependencies?.add("\(index) is \(otherIndex)") { constants in
        let indices = constants.indices
        return indices.contains(index) && indices.contains(otherIndex)
          && isSame(constants[index], constants[otherIndex]) == answer
      }
    } else if index != nil || other.index != nil {
      dependencies?.isShared = false
      other.dependencies?.isShared = false
    }
    return answer
  }

  /// Returns the value itself. The plan then serves only the query that it was made for.
  func exactValue() -> any Sendable {
    dependencies?.isShared = false
    return value
  }

  /// Whether the value is an optional that is nil.
  var isNil: Bool { isOptional && decide(.isNil) }

  /// Returns the list that the value is. All queries with the fingerprint have lists of the same
  /// form, whose values have to be bound (``bound(_:at:)``).
  func list() throws(Untranslatable) -> ConstantList {
    if let list = value as? ConstantList { return list }
    return try ConstantList(of: value)
  }

  /// Returns a parameter of the list that the value is.
  func bound(_ list: ConstantList, at index: Int) -> BoundValue? {
    list.value(ofParameter: index).map { BoundValue($0, of: self, in: .element(index)) }
  }

  /// The constant as a parameter; nil if it is no value of a column.
  var bound: BoundValue? {
    let value: (any ColumnValue)? =
      switch value {
      case let number as Int: number
      case let number as Int64: number
      case let text as String: text
      default: value as? any ColumnValue
      }
    return value.map { BoundValue($0, of: self) }
  }
}

/// A question about the value of a constant, by whose answer SQL differs.
struct ConstantQuestion<Answer: Equatable & Sendable>: Sendable {
  /// A name that no other question has.
  let name: String
  let ask: @Sendable (any Sendable) -> Answer

  init(_ name: String, _ ask: @escaping @Sendable (any Sendable) -> Answer) {
    self.name = name
    self.ask = ask
  }
}

extension ConstantQuestion<Bool> {
  /// Whether the value is an optional that is nil.
  fileprivate static let isNil = ConstantQuestion("is nil") { LinqSQL.isNil($0) }
}

extension ConstantQuestion<String?> {
  /// The key of JSON that the value stands for.
  static let key = ConstantQuestion("key") {
    ($0 as? any CodingKeyRepresentable)?.codingKey.stringValue
  }
}

/// What the SQL of a plan depends on, apart from the fingerprint of its query: the answers of
/// questions about the constants.
final class PlanDependencies: Sendable {
  private struct Answer: Sendable {
    let question: String
    let holds: @Sendable ([any Sendable]) -> Bool
  }

  private let answers = Locked<[Answer]>([])
  private let shared = Locked(true)

  /// Whether other queries than the one that the plan was made for may use it.
  var isShared: Bool {
    get { shared.withLock { $0 } }
    set { shared.withLock { $0 = newValue } }
  }

  fileprivate func add<Value>(
    _ constant: Int, _ question: ConstantQuestion<Value>, _ answer: Value
  ) {
    let ask = question.ask
    add("\(constant) \(question.name)") { constants in
      constants.indices.contains(constant) && ask(constants[constant]) == answer
    }
  }

  /// Adds the answer of a question about the constants.
  ///
  /// - Parameter holds: returns whether the constants of another query give the same answer.
  fileprivate func add(_ question: String, _ holds: @escaping @Sendable ([any Sendable]) -> Bool) {
    answers.withLock { answers in
      guard !answers.contains(where: { $0.question == question }) else { return }
      answers.append(Answer(question: question, holds: holds))
    }
  }

  /// The test whether the constants of a query give the recorded answers.
  func makeTest() -> @Sendable ([any Sendable]) -> Bool {
    let answers = answers.withLock { $0 }
    return { constants in answers.allSatisfy { $0.holds(constants) } }
  }
}

extension ExpressionNode {
  /// The constant, if the expression is one.
  var constant: QueryConstant? {
    guard case .constant(let value) = form else { return nil }
    return value as? QueryConstant ?? QueryConstant(value)
  }
}
