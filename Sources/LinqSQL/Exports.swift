// Tables are asked with queries: whoever imports one needs the other.
@_exported public import LinqCore
