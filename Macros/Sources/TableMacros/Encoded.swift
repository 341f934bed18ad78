// The compiler checks the argument of an attribute without the type of the property. Encodings that
// several types have, such as `.collated`, are taken for those of a text or an array here. What the
// macro makes has the type of the property.

/// Gives the column of a property another encoding. It stands beside the other attributes.
///
/// ```swift
/// @Encoded(as: .iso8601) var opened: Date
/// // .column("opened", \.opened).encoded(as: .iso8601)
/// @PrimaryKey @Encoded(as: .lowercase) var code: UUID
/// // .primaryKey("code", \.code).encoded(as: .lowercase)
/// ```
@attached(peer)
public macro Encoded<Value>(as encoding: ColumnEncoding<Value>) =
  #externalMacro(module: "TableMacrosPlugin", type: "EncodedMacro")

/// Gives the column of a property an encoding that texts have, too: `.collated`, or
/// `.serverType("order_state")`.
@attached(peer)
public macro Encoded(as encoding: ColumnEncoding<String>) =
  #externalMacro(module: "TableMacrosPlugin", type: "EncodedMacro")

/// Gives the column of a property an encoding that arrays have, too: `.jsonb`.
@attached(peer)
public macro Encoded(as encoding: ColumnEncoding<[String]>) =
  #externalMacro(module: "TableMacrosPlugin", type: "EncodedMacro")
