// Programs that use the operators on sequences also use queries of sequences.
@_exported public import LinqCore
