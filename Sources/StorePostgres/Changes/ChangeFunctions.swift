#if Postgres
/// The log of changed rows on the server: a table in the schema `swift`, and the triggers that
/// write to it.
///
/// A trigger runs once for each statement. It records rows only while a program observes the
/// database, or for the delegates of the program that writes. Everything in the log concerns recent
/// commits, so it survives no crash of the server.
enum ChangeFunctions {
  /// The key of the advisory lock that one of the programs has which observe the database. Locks
  /// end with their connections, so a program that was killed observes no longer.
  static let observersKey = 8_175_321_546

  /// The channel that announces recorded changes.
  static let channel = "swift_row_change"

  /// The session's table of changes for its own delegates. It is temporary: reading the common log
  /// would make serializable transactions conflict.
  static let ownTable = "pg_temp.own_row_change"

  /// Creates the session's table of changes.
  static let createOwnTable = """
    CREATE TEMP TABLE IF NOT EXISTS own_row_change (
      id bigint GENERATED ALWAYS AS IDENTITY, transaction xid8 DEFAULT pg_current_xact_id(),
      relation oid, operation text, old json, new json) ON COMMIT DELETE ROWS
    """

  /// The part of a `BEGIN` that makes the triggers record changes for the session's delegates.
  static let recordOwn = "SET LOCAL store.records = 'on'"

  /// Statements that create the log and its functions, or replace those of another version.
  ///
  /// `is_observed` tries to share the observers' lock, which fails exactly while a listener has it.
  /// A trigger writes to the log and to the session's own table separately, because either may be
  /// wanted without the other.
  static let sql = """
    -- The sequence of an identity would be unlogged too, and unusable after a failover.
    CREATE SEQUENCE IF NOT EXISTS swift.row_change_number;
    GRANT USAGE ON SEQUENCE swift.row_change_number TO PUBLIC;
    CREATE UNLOGGED TABLE IF NOT EXISTS swift.row_change (
      id bigint PRIMARY KEY DEFAULT nextval('swift.row_change_number'),
      transaction xid8 NOT NULL DEFAULT pg_current_xact_id(),
      recorded_at timestamptz NOT NULL DEFAULT now(),
      relation oid NOT NULL,
      operation text NOT NULL,
      old json,
      new json
    );
    CREATE INDEX IF NOT EXISTS row_change_transaction ON swift.row_change (transaction);
    GRANT USAGE ON SCHEMA swift TO PUBLIC;
    GRANT INSERT ON swift.row_change TO PUBLIC;

    CREATE OR REPLACE FUNCTION swift.is_observed() RETURNS boolean LANGUAGE sql VOLATILE AS
    $$ SELECT CASE WHEN pg_try_advisory_lock_shared(\(observersKey))
         THEN NOT pg_advisory_unlock_shared(\(observersKey)) ELSE TRUE END $$;

    CREATE OR REPLACE FUNCTION swift.record_changes() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE row_count bigint;
    BEGIN
      -- The library writes what follows from other columns.
      IF current_setting('store.records', TRUE) = 'none' THEN RETURN NULL; END IF;
      IF current_setting('store.records', TRUE) = 'on' THEN
        \(insert(into: ownTable))
      END IF;
      IF swift.is_observed() THEN
        -- A statement may only name the rows that there are.
        CASE TG_OP
        WHEN 'INSERT', 'UPDATE' THEN
          SELECT count(*) FROM (SELECT FROM new_rows LIMIT \(limit + 1)) l INTO row_count;
        WHEN 'DELETE' THEN
          SELECT count(*) FROM (SELECT FROM old_rows LIMIT \(limit + 1)) l INTO row_count;
        ELSE row_count := 0;
        END CASE;
        IF row_count > \(limit) THEN
          INSERT INTO swift.row_change (relation, operation) VALUES (TG_RELID, 'many');
        ELSE
          \(insert(into: "swift.row_change"))
        END IF;
        PERFORM pg_notify('\(channel)', '');
      END IF;
      RETURN NULL;
    END $$;

    CREATE OR REPLACE FUNCTION swift.observe(relation regclass) RETURNS void
    LANGUAGE plpgsql AS $$
    BEGIN
      EXECUTE format('CREATE TRIGGER swift_inserted AFTER INSERT ON %s REFERENCING NEW TABLE AS '
        'new_rows FOR EACH STATEMENT EXECUTE FUNCTION swift.record_changes()', relation);
      EXECUTE format('CREATE TRIGGER swift_updated AFTER UPDATE ON %s REFERENCING OLD TABLE AS '
        'old_rows NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION '
        'swift.record_changes()', relation);
      EXECUTE format('CREATE TRIGGER swift_deleted AFTER DELETE ON %s REFERENCING OLD TABLE AS '
        'old_rows FOR EACH STATEMENT EXECUTE FUNCTION swift.record_changes()', relation);
      EXECUTE format('CREATE TRIGGER swift_truncated AFTER TRUNCATE ON %s '
        'FOR EACH STATEMENT EXECUTE FUNCTION swift.record_changes()', relation);
    END $$;
    """

  /// The number of changed rows of a statement that are recorded for observers at most. With more
  /// rows it is cheaper to read the state again.
  private static let limit = 10_000

  /// The old and the new rows of an update come in the same order.
  private static func insert(into table: String) -> String {
    """
    CASE TG_OP
          WHEN 'INSERT' THEN
            INSERT INTO \(table) (relation, operation, new)
            SELECT TG_RELID, 'insert', row_to_json(r) FROM new_rows r;
          WHEN 'DELETE' THEN
            INSERT INTO \(table) (relation, operation, old)
            SELECT TG_RELID, 'delete', row_to_json(r) FROM old_rows r;
          WHEN 'UPDATE' THEN
            INSERT INTO \(table) (relation, operation, old, new)
            SELECT TG_RELID, 'update', o.row, n.row
            FROM (SELECT row_number() OVER () AS place, row_to_json(r) AS row FROM old_rows r) o
            JOIN (SELECT row_number() OVER () AS place, row_to_json(r) AS row FROM new_rows r) n
              USING (place)
            ORDER BY place;
          ELSE
            INSERT INTO \(table) (relation, operation) VALUES (TG_RELID, 'many');
          END CASE;
    """
  }
}
#endif
