// Whoever imports People needs the names that its own API speaks of. SQLite itself, connections,
// statements and migrations, is an import of its own: StoreSQLite.
@_exported public import LinqSQL
@_exported public import Multicast

@_exported public import struct LinqText.ChainError
@_exported public import struct LinqText.ParsedChain
@_exported public import enum LinqText.ResultValue
@_exported public import struct StoreSQLite.DatabaseConfiguration
@_exported public import enum StoreSQLite.DatabaseError
@_exported public import enum StoreSupport.ThreadError
