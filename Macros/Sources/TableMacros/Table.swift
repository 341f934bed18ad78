/// Declares a struct as a table: adds the constant `table`, with a column for each stored property.
///
/// ```swift
/// @Table("invoice") struct Invoice: Identifiable {
///   var id: Int64 = 0
///   var customerID: Int64
///   var total: Double
///   var note: String?
/// }
///
/// // static let table = Table(
/// //   "invoice", { Invoice(id: $0, customerID: $1, total: $2, note: $3) },
/// //   .primaryKey("id", \.id),
/// //   .column("customerID", \.customerID),
/// //   .column("total", \.total),
/// //   .column("note", \.note))
///
/// let invoices = Repository(Invoice.table, in: pool)
/// ```
///
/// A column has the name of its property, and the property `id` is the key. Attributes of a
/// property say what differs: ``Column(_:)``, ``PrimaryKey(_:isAssigned:)``, ``Generated(_:)``,
/// ``Defaulted(_:)``, `Encoded(as:)` and ``NoColumn()``.
///
/// The struct has the memberwise initializer, or declares one with the same labels. Computed, lazy
/// and static properties are no columns, nor is a constant that has its value already, such as
/// `let version = 1`.
///
/// Where `Table` is the name of another type, too, write `@TableMacros.Table`: it makes a
/// `LinqSQL.Table`.
///
/// - Parameter name: the table's name in the database. Without it, the name of the struct with a
///   small letter first: `OrderLine` is `orderLine`, and `URLVisit` is `urlVisit`.
@attached(member, names: named(table))
public macro Table(_ name: String? = nil) =
  #externalMacro(module: "TableMacrosPlugin", type: "TableMacro")
