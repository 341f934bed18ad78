#if Postgres
// Clients of this module use the connections, statements and errors of all engines.
@_exported public import StoreEngine
#endif
