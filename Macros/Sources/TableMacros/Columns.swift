/// Gives the column of a property another name.
///
/// ```swift
/// @Column("CustomerId") var customerID: Int64
/// // .column("CustomerId", \.customerID)
/// ```
///
/// The property `id` is the key nonetheless, unless another one is a ``PrimaryKey(_:isAssigned:)``.
@attached(peer)
public macro Column(_ name: String) =
  #externalMacro(module: "TableMacrosPlugin", type: "ColumnMacro")

/// Makes a property the key of the table, or a part of the key.
///
/// ```swift
/// @PrimaryKey var code: String
/// // .primaryKey("code", \.code)
/// @PrimaryKey("CountryId", isAssigned: false) var id: Int
/// // .primaryKey("CountryId", \.id, isAssigned: false)
/// ```
///
/// Without one, the property `id` is the key.
///
/// - Parameters:
///   - name: the column's name; that of the property unless it is given.
///   - isAssigned: false for an integer that the program gives to every row. An integer is assigned
///     by the database otherwise, if it is the whole key.
@attached(peer)
public macro PrimaryKey(_ name: String? = nil, isAssigned: Bool = true) =
  #externalMacro(module: "TableMacrosPlugin", type: "PrimaryKeyMacro")

/// Makes a property a column whose values the database computes. It is read and never written.
///
/// ```swift
/// @Generated var gross: Double = 0
/// // .generated("gross", \.gross)
/// ```
///
/// - Parameter name: the column's name; that of the property unless it is given.
@attached(peer)
public macro Generated(_ name: String? = nil) =
  #externalMacro(module: "TableMacrosPlugin", type: "GeneratedMacro")

/// Makes an optional property a column to which the database gives its default value where the
/// property of a new row is nil.
///
/// ```swift
/// @Defaulted var created: Date?
/// // .defaulted("created", \.created)
/// ```
///
/// - Parameter name: the column's name; that of the property unless it is given.
@attached(peer)
public macro Defaulted(_ name: String? = nil) =
  #externalMacro(module: "TableMacrosPlugin", type: "DefaultedMacro")

/// Makes a property no column. It has its initial value in each row that is read.
///
/// ```swift
/// @NoColumn var isSelected = false
/// ```
@attached(peer)
public macro NoColumn() = #externalMacro(module: "TableMacrosPlugin", type: "NoColumnMacro")
