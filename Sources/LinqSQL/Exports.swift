// Tables are asked with queries.
@_exported public import LinqCore
