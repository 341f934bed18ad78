public import LinqCore

/// An initializer that closures of queries can call with expressions, so that a query returns a
/// struct, or has one as a key.
///
/// ```swift
/// struct Household: Hashable {
///   var surname: String
///   var age: Int
///
///   static let row = QueryInitializer(Household.init, \.surname, \.age)
/// }
///
/// people.select { Household.row($0.surname, $0.age) }
/// // SELECT surname, age FROM person ORDER BY id
/// people.groupBy { Household.row($0.surname, $0.age) }.select { ($0.key.surname, $0.count) }
/// // SELECT surname, count(*) FROM person GROUP BY surname, age ORDER BY min(id)
/// ```
///
/// The key paths name the property that each parameter sets, in the order of the parameters. The
/// declaration is checked with sample values: every property returns what its parameter got, and
/// `==`, if there is one, tells values with different properties apart. With a declaration that
/// does not pass, expressions run in memory, and the plan says so. The initializer must keep every
/// value: one that only limits large numbers passes, and SQL compares what it got.
public struct QueryInitializer<
  Value: Sendable, First: ColumnValue & Hashable, each Rest: ColumnValue & Hashable
>: Sendable {
  private let create: @Sendable (First, repeat each Rest) -> Value
  private let members: ElementMembers

  /// Creates the declaration of an initializer.
  ///
  /// - Parameters:
  ///   - initializer: The initializer.
  ///   - first: The property that its first parameter sets.
  ///   - rest: The properties that its other parameters set, in order.
  public init(
    _ initializer: @escaping @Sendable (First, repeat each Rest) -> Value,
    _ first: any KeyPath<Value, First> & Sendable,
    _ rest: repeat any KeyPath<Value, each Rest> & Sendable
  ) {
    create = initializer
    var keyPaths: [any AnyKeyPath & Sendable] = [first]
    repeat keyPaths.append(each rest)
    members = ElementMembers(
      keyPaths, mistake: Samples.mistake(initializer, first, repeat each rest))
  }

  /// Returns the value of the initializer for expressions of its parameters.
  public func callAsFunction(
    _ first: QueryExpression<First>, _ rest: repeat QueryExpression<each Rest>
  ) -> QueryExpression<Value> {
    var nodes = [first.expressionNode]
    repeat nodes.append((each rest).expressionNode)
    let create = create
    return QueryExpression(
      parts: nodes,
      builder: ElementBuilder(members) { columns in
        let first = columns.next(First.self)
        let rest = (repeat columns.next((each Rest).self))
        return ElementReader { create(try first.read(), repeat try (each rest).read()) }
      }
    ) { scope in
      create(try first.expressionValue(scope), repeat try (each rest).expressionValue(scope))
    }
  }
}

/// Finds mistakes in declarations with sample values.
private struct Samples<Value, each Part: ColumnValue & Hashable> {
  /// Returns what is wrong with a declaration.
  static func mistake(
    _ initializer: @Sendable (repeat each Part) -> Value,
    _ properties: repeat any KeyPath<Value, each Part> & Sendable
  ) -> String? {
    guard let first = sample(initializer, changing: nil) else {
      return "a parameter of the initializer of \(Value.self) has no sample values"
    }
    var index = 0
    for (part, property) in repeat ((each Part).self, each properties) {
      defer { index += 1 }
      guard let samples = part.sampleValues, let changed = sample(initializer, changing: index)
      else { continue }
      guard first[keyPath: property] == samples.0, changed[keyPath: property] == samples.1 else {
        return "parameter \(index + 1) of the initializer does not set \(property)"
      }
      if areEqual(first, changed) { return "== of \(Value.self) ignores \(property)" }
      let uppercase = sample(initializer, changing: index, isUppercase: true)
      if part == String.self, let uppercase, areEqual(first, uppercase) {
        return "== of \(Value.self) ignores the case of \(property)"
      }
    }
    return nil
  }

  /// Returns a value of first samples, with the second sample of one parameter, or the first one in
  /// uppercase; nil if a parameter has no samples.
  private static func sample(
    _ initializer: @Sendable (repeat each Part) -> Value, changing changed: Int?,
    isUppercase: Bool = false
  ) -> Value? {
    func value<Sample: ColumnValue>(_ type: Sample.Type, _ index: inout Int) throws -> Sample {
      guard let samples = type.sampleValues else { throw NoSamples() }
      defer { index += 1 }
      guard index == changed else { return samples.0 }
      return isUppercase ? "A" as? Sample ?? samples.1 : samples.1
    }
    var index = 0
    return try? initializer(repeat value((each Part).self, &index))
  }
}

private struct NoSamples: Error {}
