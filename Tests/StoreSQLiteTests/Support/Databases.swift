import StoreSQLite

/// A database in memory with one table.
func memory(_ schema: String = "", _ configuration: DatabaseConfiguration = DatabaseConfiguration())
  throws
  -> SQLiteConnection
{
  let connection = try SQLiteConnection(path: ":memory:", configuration: configuration)
  try connection.execute(schema)
  return connection
}

extension Connection {
  /// The one value of a query.
  func value(_ sql: String, _ values: [Value] = []) throws -> Value? {
    try query(sql, values) { try $0.value(0) }.first
  }

  /// The first column of a query.
  func column(_ sql: String) throws -> [Value] {
    try query(sql) { try $0.value(0) }
  }
}

/// A query that runs until it is interrupted.
let endlessQuery = """
  WITH RECURSIVE c(n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM c) SELECT count(*) FROM c
  """
