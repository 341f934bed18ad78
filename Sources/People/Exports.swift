// Clients of People need the names that they write or catch. SQLite itself, with connections,
// statements and migrations, requires an import of StoreSQLite, and the type of
// `PersonStore.delegates` one of Multicast.
@_exported public import LinqSQL

@_exported public import struct LinqText.ChainError
@_exported public import struct LinqText.ParsedChain
@_exported public import enum LinqText.ResultValue
@_exported public import struct StoreSQLite.DatabaseConfiguration
@_exported public import enum StoreSQLite.DatabaseError
@_exported public import struct StoreSQLite.RowKey
@_exported public import enum StoreSupport.ThreadError
