// Whoever imports People needs the names that its own API speaks of.
@_exported public import LinqCore
@_exported public import LinqSQL
@_exported public import LinqText
@_exported public import Multicast
@_exported public import StoreSQLite
@_exported public import StoreSupport
