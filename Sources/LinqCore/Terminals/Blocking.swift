// The terminals that block the calling thread. Generated from the asynchronous ones by
// BlockingTerminalsTests: run it with UPDATE_GENERATED=1 after you have changed those.

extension BlockingQueryable where Element: Sendable {
  /// All elements.
  public func toArray() throws -> [Element] { try query.array() }

  /// A dictionary of the elements by key. The last of the elements with equal keys is kept.
  public func toDictionary<Key: Hashable & Sendable>(
    _ key: @escaping @Sendable (Element) throws -> Key
  ) throws -> [Key: Element] { try toDictionary(key) { $0 } }

  /// A dictionary of values of the elements by key. The last of the values with equal keys is kept.
  public func toDictionary<Key: Hashable & Sendable, Value: Sendable>(
    _ key: @escaping @Sendable (Element) throws -> Key,
    _ value: @escaping @Sendable (Element) throws -> Value
  ) throws -> [Key: Value] { try query.dictionary(key, value).result() }

  /// The elements grouped by key, for lookups.
  public func toLookup<Key: Hashable & Sendable>(
    _ key: @escaping @Sendable (Element) throws -> Key
  ) throws -> QueryLookup<Key, Element> { try query.lookup(key).result() }

  /// The elements combined into one value, in their order; nil if there are none.
  public func aggregate(
    _ combine: @escaping @Sendable (Element, Element) throws -> Element
  ) throws -> Element? { try query.folded(combine).result() }

  /// The elements combined with an initial value, in their order.
  public func aggregate<Result: Sendable>(
    _ seed: Result, _ combine: @escaping @Sendable (Result, Element) throws -> Result
  ) throws -> Result { try query.folded(seed, combine).result() }
}

extension BlockingQueryable where Element: Hashable & Sendable {
  /// The set of all elements.
  public func toSet() throws -> Set<Element> { try query.set().result() }
}

extension BlockingQueryable {
  /// A value for each element, or nil as soon as the value of an element is nil.
  public func selectAndStopOnNil<Value: Sendable>(
    _ value: @escaping @Sendable (Element) throws -> Value?
  ) throws -> [Value]? { try query.valuesUntilNil(value).result() }
}

extension BlockingQueryable where Element: Sendable {
  /// The first element. No more than one row is read.
  public func first() throws -> Element { try query.take(1).value() }

  /// The first element, if there is one.
  public func firstOrNil() throws -> Element? { try query.take(1).run { try $0() } }

  /// The last element. Throws ``QueryError/noElements`` if there is none.
  public func last() throws -> Element { try query.takeLast(1).value() }

  /// The last element, if there is one.
  public func lastOrNil() throws -> Element? { try query.takeLast(1).run { try $0() } }

  /// The only element. At most two rows are read.
  public func single() throws -> Element {
    guard let element = try singleOrNil() else { throw QueryError.noElements }
    return element
  }

  /// The only element, or nil if there is none. Throws ``QueryError/moreThanOneElement`` if there
  /// are more.
  public func singleOrNil() throws -> Element? {
    try query.take(2).run { try onlyElement($0) }
  }

  /// The element at an index, counted from 0.
  public func elementAt(_ index: Int) throws -> Element {
    guard let element = try elementAtOrNil(index) else {
      throw QueryError.outOfRange(index: index)
    }
    return element
  }

  /// The element at an index, if there is one.
  public func elementAtOrNil(_ index: Int) throws -> Element? {
    index < 0 ? nil : try query.skip(index).firstOrNil()
  }

  /// The first element for which a predicate is true, if there is one.
  public func firstOrNil(
    _ predicate: (QueryExpression<Element>) -> QueryExpression<Bool>
  ) throws -> Element? { try query.where(predicate).firstOrNil() }

  /// The first element for which a predicate is true, if there is one. The predicate is an
  /// arbitrary Swift closure, which runs in memory.
  @_disfavoredOverload
  public func firstOrNil(
    _ predicate: @escaping @Sendable (Element) throws -> Bool
  ) throws -> Element? { try query.where(predicate).firstOrNil() }

  /// The same as `firstOrNil`, with the name that Swift's sequences use.
  public func first(
    where predicate: (QueryExpression<Element>) -> QueryExpression<Bool>
  ) throws -> Element? { try query.where(predicate).firstOrNil() }

  /// The same as `firstOrNil`, with the name that Swift's sequences use.
  @_disfavoredOverload
  public func first(
    where predicate: @escaping @Sendable (Element) throws -> Bool
  ) throws -> Element? { try query.where(predicate).firstOrNil() }

  /// The last element for which a predicate is true, if there is one.
  public func lastOrNil(
    _ predicate: (QueryExpression<Element>) -> QueryExpression<Bool>
  ) throws -> Element? { try query.where(predicate).lastOrNil() }

  /// The last element for which a predicate is true, if there is one. The predicate is an arbitrary
  /// Swift closure, which runs in memory.
  @_disfavoredOverload
  public func lastOrNil(
    _ predicate: @escaping @Sendable (Element) throws -> Bool
  ) throws -> Element? { try query.where(predicate).lastOrNil() }

  /// The only element for which a predicate is true.
  public func single(
    _ predicate: (QueryExpression<Element>) -> QueryExpression<Bool>
  ) throws -> Element { try query.where(predicate).single() }

  /// The only element for which a predicate is true. The predicate is an arbitrary Swift closure,
  /// which runs in memory.
  @_disfavoredOverload
  public func single(
    _ predicate: @escaping @Sendable (Element) throws -> Bool
  ) throws -> Element { try query.where(predicate).single() }

  /// The only element for which a predicate is true, or nil if there is none.
  public func singleOrNil(
    _ predicate: (QueryExpression<Element>) -> QueryExpression<Bool>
  ) throws -> Element? { try query.where(predicate).singleOrNil() }

  /// The only element for which a predicate is true, or nil if there is none. The predicate is an
  /// arbitrary Swift closure, which runs in memory.
  @_disfavoredOverload
  public func singleOrNil(
    _ predicate: @escaping @Sendable (Element) throws -> Bool
  ) throws -> Element? { try query.where(predicate).singleOrNil() }
}

extension BlockingQueryable {
  /// The lowest value, or nil if there are no elements.
  public func min<Value: Comparable & Sendable>(
    _ value: (QueryExpression<Element>) -> QueryExpression<Value>
  ) throws -> Value? {
    try query.aggregated(.min, of: QueryExpression(of: value)).value()
  }

  /// The lowest value that is not nil, or nil if there is none.
  public func min<Value: Comparable & Sendable>(
    _ value: (QueryExpression<Element>) -> QueryExpression<Value?>
  ) throws -> Value? {
    try query.aggregated(.skippingNil(.min), of: QueryExpression(of: value)).value()
  }

  /// The lowest of the values that an arbitrary Swift closure computes in memory, or nil if there
  /// are no elements.
  @_disfavoredOverload
  public func min<Value: Comparable & Sendable>(
    _ value: @escaping @Sendable (Element) throws -> Value
  ) throws -> Value? { try query.aggregated(.min, of: value).value() }

  /// The highest value, or nil if there are no elements.
  public func max<Value: Comparable & Sendable>(
    _ value: (QueryExpression<Element>) -> QueryExpression<Value>
  ) throws -> Value? {
    try query.aggregated(.max, of: QueryExpression(of: value)).value()
  }

  /// The highest value that is not nil, or nil if there is none.
  public func max<Value: Comparable & Sendable>(
    _ value: (QueryExpression<Element>) -> QueryExpression<Value?>
  ) throws -> Value? {
    try query.aggregated(.skippingNil(.max), of: QueryExpression(of: value)).value()
  }

  /// The highest of the values that an arbitrary Swift closure computes in memory, or nil if there
  /// are no elements.
  @_disfavoredOverload
  public func max<Value: Comparable & Sendable>(
    _ value: @escaping @Sendable (Element) throws -> Value
  ) throws -> Value? { try query.aggregated(.max, of: value).value() }
}

extension BlockingQueryable where Element: Comparable & Sendable {
  /// The lowest element, or nil if there are none.
  public func min() throws -> Element? {
    try query.aggregated(.min, of: QueryExpression<Element>.element()).value()
  }

  /// The highest element, or nil if there are none.
  public func max() throws -> Element? {
    try query.aggregated(.max, of: QueryExpression<Element>.element()).value()
  }
}

extension BlockingQueryable where Element: Sendable {
  /// The first of the elements with the lowest key, or nil if there are no elements.
  public func minBy<Key: Comparable & Sendable>(
    _ key: (QueryExpression<Element>) -> QueryExpression<Key>
  ) throws -> Element? { try query.sort(key).firstOrNil() }

  /// The first of the elements with the lowest optional key. nil is the lowest key.
  public func minBy<Key: Comparable & Sendable>(
    _ key: (QueryExpression<Element>) -> QueryExpression<Key?>
  ) throws -> Element? { try query.sort(key).firstOrNil() }

  /// The first of the elements with the lowest key, which an arbitrary Swift closure computes.
  @_disfavoredOverload
  public func minBy<Key: Comparable & Sendable>(
    _ key: @escaping @Sendable (Element) throws -> Key
  ) throws -> Element? { try query.sort(key).firstOrNil() }

  /// The first of the elements with the highest key, or nil if there are no elements.
  public func maxBy<Key: Comparable & Sendable>(
    _ key: (QueryExpression<Element>) -> QueryExpression<Key>
  ) throws -> Element? { try query.sortDescending(key).firstOrNil() }

  /// The first of the elements with the highest optional key. nil is the lowest key.
  public func maxBy<Key: Comparable & Sendable>(
    _ key: (QueryExpression<Element>) -> QueryExpression<Key?>
  ) throws -> Element? { try query.sortDescending(key).firstOrNil() }

  /// The first of the elements with the highest key, which an arbitrary Swift closure computes.
  @_disfavoredOverload
  public func maxBy<Key: Comparable & Sendable>(
    _ key: @escaping @Sendable (Element) throws -> Key
  ) throws -> Element? { try query.sortDescending(key).firstOrNil() }
}

extension BlockingQueryable {
  /// The texts of the elements in their order, with a separator between them.
  public func joined<Text: StringProtocol & Sendable>(
    separator: String = "", _ text: (QueryExpression<Element>) -> QueryExpression<Text>
  ) throws -> String {
    try query.aggregated(.joined(separator), of: QueryExpression(of: text)).value()
  }

  /// The texts that are not nil, with a separator between them.
  public func joined<Text: StringProtocol & Sendable>(
    separator: String = "", _ text: (QueryExpression<Element>) -> QueryExpression<Text?>
  ) throws -> String {
    try query.aggregated(.skippingNil(.joined(separator)), of: QueryExpression(of: text))
      .value()
  }

  /// The texts that an arbitrary Swift closure computes in memory, without nil, with a separator
  /// between them.
  @_disfavoredOverload
  public func joined<Text: StringProtocol & Sendable>(
    separator: String = "", _ text: @escaping @Sendable (Element) throws -> Text?
  ) throws -> String {
    try query.aggregated(.skippingNil(.joined(separator)), of: text).value()
  }
}

extension BlockingQueryable where Element: StringProtocol & Sendable {
  /// The elements in their order, with a separator between them.
  public func joined(separator: String = "") throws -> String {
    try query.aggregated(.joined(separator), of: QueryExpression<Element>.element()).value()
  }
}

extension BlockingQueryable {
  /// The sum of a number of each element, or 0 if there are no elements. Numbers that are nil are
  /// left out.
  public func sum<Summand: NumberOrNil>(
    _ value: (QueryExpression<Element>) -> QueryExpression<Summand>
  ) throws -> Summand.WrappedNumber {
    try query.aggregated(.numbers(.sum), of: QueryExpression(of: value)).value()
  }

  /// The sum of the numbers that an arbitrary Swift closure computes in memory, without
  /// nil.
  @_disfavoredOverload
  public func sum<Number: QueryNumber>(
    _ value: @escaping @Sendable (Element) throws -> Number?
  ) throws -> Number { try query.aggregated(.skippingNil(.sum), of: value).value() }

  /// The mean of a number of each element, or nil if there are no elements. Numbers that are nil
  /// are left out.
  public func average<Number: NumberOrNil>(
    _ value: (QueryExpression<Element>) -> QueryExpression<Number>
  ) throws -> Double? {
    try query.aggregated(.numbers(.average), of: QueryExpression(of: value)).value()
  }

  /// The mean of the numbers that an arbitrary Swift closure computes in memory, without
  /// nil.
  @_disfavoredOverload
  public func average<Number: QueryNumber>(
    _ value: @escaping @Sendable (Element) throws -> Number?
  ) throws -> Double? {
    try query.aggregated(.skippingNil(.average), of: value).value()
  }
}

extension BlockingQueryable where Element: QueryNumber {
  /// The sum of the elements, or 0 if there are none.
  public func sum() throws -> Element {
    try query.aggregated(.sum, of: QueryExpression<Element>.element()).value()
  }

  /// The mean of the elements, or nil if there are none.
  public func average() throws -> Double? {
    try query.aggregated(.average, of: QueryExpression<Element>.element()).value()
  }
}

extension BlockingQueryable {
  /// Whether there is an element. `SELECT EXISTS (SELECT 1 FROM person …)`
  public func any() throws -> Bool { try query.existence.value() }

  /// Whether a predicate is true for at least one element; `false` if there are no elements.
  public func any(
    _ predicate: (QueryExpression<Element>) -> QueryExpression<Bool>
  ) throws -> Bool { try query.where(predicate).any() }

  /// Whether a predicate is true for at least one element. The predicate is an arbitrary Swift
  /// closure, which runs in memory.
  @_disfavoredOverload
  public func any(
    _ predicate: @escaping @Sendable (Element) throws -> Bool
  ) throws -> Bool { try query.where(predicate).any() }

  /// Whether a predicate is true for all elements; `true` if there are no elements.
  public func all(
    _ predicate: (QueryExpression<Element>) -> QueryExpression<Bool>
  ) throws -> Bool { try !query.where { !predicate($0) }.any() }

  /// Whether a predicate is true for all elements. The predicate is an arbitrary Swift closure,
  /// which runs in memory.
  @_disfavoredOverload
  public func all(
    _ predicate: @escaping @Sendable (Element) throws -> Bool
  ) throws -> Bool {
    let others = query.where { element in try !predicate(element) }
    return try !others.any()
  }

  /// The same as `any`, with the name that Swift's sequences use.
  public func contains(
    where predicate: (QueryExpression<Element>) -> QueryExpression<Bool>
  ) throws -> Bool { try query.where(predicate).any() }

  /// The number of elements.
  public func count() throws -> Int { try query.number.value() }

  /// The number of elements for which a predicate is true.
  public func count(
    where predicate: (QueryExpression<Element>) -> QueryExpression<Bool>
  ) throws -> Int { try query.where(predicate).count() }

  /// The number of elements for which a predicate is true. The predicate is an arbitrary Swift
  /// closure, which runs in memory.
  @_disfavoredOverload
  public func count(
    where predicate: @escaping @Sendable (Element) throws -> Bool
  ) throws -> Int { try query.where(predicate).count() }
}

extension BlockingQueryable where Element: Equatable & Sendable {
  /// Whether an element equals a value. `SELECT EXISTS (SELECT 1 FROM … WHERE … = ?)`
  public func contains(_ element: Element) throws -> Bool {
    try query.where { $0 == element }.any()
  }

  /// Whether another query has equal elements in the same order.
  public func sequenceEqual(_ other: some Queryable<Element>) throws -> Bool {
    try query.equality(with: other).value()
  }
}

extension BlockingQueryable {
  /// The median of a number of each element, or nil if there are no elements: the number in the
  /// middle, or the mean of the two in the middle. Numbers that are nil are left out.
  public func median<Number: NumberOrNil>(
    _ value: (QueryExpression<Element>) -> QueryExpression<Number>
  ) throws -> Double? {
    try query.aggregated(.numbers(.median), of: QueryExpression(of: value)).value()
  }

  /// The median of the numbers that an arbitrary Swift closure computes in memory, without nil.
  @_disfavoredOverload
  public func median<Number: QueryNumber>(
    _ value: @escaping @Sendable (Element) throws -> Number?
  ) throws -> Double? { try query.aggregated(.skippingNil(.median), of: value).value() }

  /// The percentile of a number of each element, or nil if there are no elements: the number below
  /// which a fraction of the numbers is. Where that is between two numbers, the value is between
  /// them in proportion; that of 0.5 is the median. Numbers that are nil are left out.
  public func percentile<Number: NumberOrNil>(
    _ fraction: Double, _ value: (QueryExpression<Element>) -> QueryExpression<Number>
  ) throws -> Double? {
    try query.aggregated(.numbers(.percentile(fraction)), of: QueryExpression(of: value))
      .value()
  }

  /// The percentile of the numbers that an arbitrary Swift closure computes in memory, without nil.
  @_disfavoredOverload
  public func percentile<Number: QueryNumber>(
    _ fraction: Double, _ value: @escaping @Sendable (Element) throws -> Number?
  ) throws -> Double? {
    try query.aggregated(.skippingNil(.percentile(fraction)), of: value).value()
  }

  /// The standard deviation of a number of each element of a sample, or nil if there are less than
  /// two numbers. The sum of the squares is divided by the count minus one. Numbers that are nil
  /// are left out.
  public func standardDeviation<Number: NumberOrNil>(
    _ value: (QueryExpression<Element>) -> QueryExpression<Number>
  ) throws -> Double? {
    try query.aggregated(.numbers(.standardDeviation), of: QueryExpression(of: value)).value()
  }

  /// The standard deviation of the numbers of a sample that an arbitrary Swift closure computes in
  /// memory, without nil.
  @_disfavoredOverload
  public func standardDeviation<Number: QueryNumber>(
    _ value: @escaping @Sendable (Element) throws -> Number?
  ) throws -> Double? {
    try query.aggregated(.skippingNil(.standardDeviation), of: value).value()
  }

  /// The standard deviation of a number of each element of a population, or nil if there are no
  /// numbers. The sum of the squares is divided by the count. Numbers that are nil are left out.
  public func populationStandardDeviation<Number: NumberOrNil>(
    _ value: (QueryExpression<Element>) -> QueryExpression<Number>
  ) throws -> Double? {
    try query.aggregated(
      .numbers(.populationStandardDeviation), of: QueryExpression(of: value)
    )
    .value()
  }

  /// The standard deviation of the numbers of a population that an arbitrary Swift closure computes
  /// in memory, without nil.
  @_disfavoredOverload
  public func populationStandardDeviation<Number: QueryNumber>(
    _ value: @escaping @Sendable (Element) throws -> Number?
  ) throws -> Double? {
    try query.aggregated(.skippingNil(.populationStandardDeviation), of: value).value()
  }
}

extension BlockingQueryable where Element: QueryNumber {
  /// The median of the elements, or nil if there are none.
  public func median() throws -> Double? {
    try query.aggregated(.median, of: QueryExpression<Element>.element()).value()
  }

  /// The percentile of the elements, or nil if there are none.
  public func percentile(_ fraction: Double) throws -> Double? {
    try query.aggregated(.percentile(fraction), of: QueryExpression<Element>.element())
      .value()
  }

  /// The standard deviation of the elements of a sample, or nil if there are less than two.
  public func standardDeviation() throws -> Double? {
    try query.aggregated(.standardDeviation, of: QueryExpression<Element>.element()).value()
  }

  /// The standard deviation of the elements of a population, or nil if there are none.
  public func populationStandardDeviation() throws -> Double? {
    try query.aggregated(.populationStandardDeviation, of: QueryExpression<Element>.element())
      .value()
  }
}
