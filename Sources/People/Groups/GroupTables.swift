internal import LinqCore
internal import LinqSQL

/// A group without its items: a row of table `person_group`.
struct GroupHead: Sendable {
  var id: Int64
  var letter: String

  static let table = Table(
    "person_group", GroupHead.init(id:letter:), .primaryKey("id", \.id), .column("letter", \.letter)
  )
  .assigningKeys(
    after: """
      SELECT max(
        coalesce((SELECT max(id) FROM person_group), 0),
        coalesce((SELECT last FROM retired_key WHERE table_name = 'person_group'), 0))
      """
  )
  .countingTextChanges(in: "text_version")
}

/// The place of a person in a group: a row of table `person_group_item`.
struct GroupItem: Sendable {
  var groupID: Int64
  var position: Int64
  var personID: Int64

  static let table = Table(
    "person_group_item", GroupItem.init(groupID:position:personID:),
    .primaryKey("group_id", \.groupID), .column("position", \.position),
    .column("person_id", \.personID)
  )
  .ordered(by: ["group_id", "position"])
}

extension QueryExpression<GroupHead> {
  /// The people of the group, in order.
  fileprivate var items: QueryExpression<[Person]> {
    GroupItem.table.rows.join(Person.table.rows, on: { $0.personID }, equals: { $0.id })
      .matching { $0.0.groupID == self.id }.select { $0.1 }
  }
}

extension Queryable<GroupHead> {
  /// The groups with their items.
  var groups: Query<PersonGroup> { select { PersonGroup.expression($0) } }
}

extension PersonGroup {
  private static let members = ElementMembers([\Self.id, \.letter, \.items], mistake: nil)

  /// Returns the group of a row.
  fileprivate static func expression(
    _ head: QueryExpression<GroupHead>
  ) -> QueryExpression<PersonGroup> {
    let (id, letter, items) = (head.id, head.letter, head.items)
    return QueryExpression(
      parts: [id.expressionNode, letter.expressionNode, items.expressionNode],
      builder: ElementBuilder(members) { columns in
        let (id, letter) = (columns.next(Int64.self).read, columns.next(String.self).read)
        let items = columns.next([Person].self).read
        return ElementReader { PersonGroup(id: try id(), letter: try letter(), items: try items()) }
      }
    ) { scope in
      PersonGroup(
        id: try id.expressionValue(scope), letter: try letter.expressionValue(scope),
        items: try items.expressionValue(scope))
    }
  }
}
