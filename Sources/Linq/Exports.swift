// Programs that use the operators on sequences use queries of sequences, too.
@_exported public import LinqCore
