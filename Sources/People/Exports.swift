// Clients of People need the names that its own API uses. SQLite itself, with connections,
// statements and migrations, requires an import of StoreSQLite.
@_exported public import LinqSQL
@_exported public import Multicast

@_exported public import struct LinqText.ChainError
@_exported public import struct LinqText.ParsedChain
@_exported public import enum LinqText.ResultValue
@_exported public import struct StoreSQLite.DatabaseConfiguration
@_exported public import enum StoreSQLite.DatabaseError
@_exported public import struct StoreSQLite.RowKey
@_exported public import enum StoreSupport.ThreadError
