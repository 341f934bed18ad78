// Clients of this module write queries with the types of LinqCore.
@_exported public import LinqCore
