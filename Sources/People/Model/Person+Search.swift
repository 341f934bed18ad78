public import LinqCore

extension Person: Searchable {
  /// A search looks in the surname, the name and the e-mail address.
  public static let searchFields = SearchFields(names: \Person.surname, \.name, others: \.email)
}
