// Whoever uses the operators on sequences uses queries of them, too.
@_exported public import LinqCore
