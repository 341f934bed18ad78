@_exported public import struct Tabular.NullWords
@_exported public import struct Tabular.RejectedRow
