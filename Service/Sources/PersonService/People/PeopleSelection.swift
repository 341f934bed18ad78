import Hummingbird
import People

/// Which people a request asks for, and in which order.
struct PeopleSelection: Sendable {
  static let parameters = PeopleFilter.parameters.union(PeopleOrder.parameters)

  let filter: PeopleFilter
  let order: PeopleOrder

  init(_ values: Parameters) throws {
    filter = try PeopleFilter(values)
    order = try PeopleOrder(values, isSearch: filter.search != nil)
  }

  /// All people who are asked for, in order.
  func query(of people: Query<Person>) -> Query<Person> {
    best(of: people) ?? order.sorted(filter.found(of: people))
  }

  /// The people whom a search finds, the best first; nil for another order.
  func best(of people: Query<Person>) -> Query<Person>? {
    guard let search = filter.search, order.key == .best else { return nil }
    return filter.people(of: people).search(search, attributes: filter.searchedAttributes)
  }
}
