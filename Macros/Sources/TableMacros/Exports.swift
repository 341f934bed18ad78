// What the attributes make is written with the types of LinqSQL.
@_exported public import LinqSQL
