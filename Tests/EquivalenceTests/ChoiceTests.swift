import TestModel
import Testing

/// `.if(_:then:else:)` beside nil: the elements are optionals of values, as with Swift's `? :`.
@Suite struct ChoiceTests {
  private let people = Query([1, 2, 3])

  @Test("a choice with nil has the type that Swift's has")
  func types() throws {
    let names: Query<String?> = people.select { .if($0 > 1, then: "\($0)", else: nil) }
    #expect(try names.toArray() == [nil, "2", "3"])
    let others = people.select { .if($0 > 1, then: nil, else: $0 * 2) }
    #expect(try others.toArray() == [Int?(2), nil, nil])
    let wrapped = people.select { QueryExpression.if($0 > 1, then: $0, else: nil) }
    #expect(type(of: try wrapped.first()) == Int?.self)
    let nested = people.select {
      QueryExpression.if($0 > 1, then: QueryExpression<Int?>($0), else: nil)
    }
    #expect(type(of: try nested.first()) == Int?.self)
    let known = people.select { QueryExpression<Int?>.if($0 > 2, then: nil, else: $0) }
    let either = known.select { QueryExpression.if($0 == nil, then: $0, else: $0 ?? 7) }
    #expect(try either.toArray() == [1, 2, nil])
    let other = known.select { QueryExpression.if($0 == 1, then: $0 ?? 7, else: $0) }
    #expect(try other.toArray() == [1, 2, nil])
    let constant = people.select { .if($0 > 1, then: "many", else: nil) }
    #expect(try constant.toArray() == [String?.none, "many", "many"])
  }

  @Test func conditions() throws {
    #expect(try people.where { .if($0 > 1, then: $0, else: nil) == 2 }.toArray() == [2])
    #expect(try people.sum { .if($0 > 1, then: $0, else: nil) } == 5)
    #expect(try people.select { ($0, .if($0 > 1, then: nil, else: $0) ?? 0) }.count() == 3)
  }
}
