#if Postgres
internal import StoreEngine

/// Swift's operations as functions of PostgreSQL, in the schema `swift`.
///
/// A text in which each scalar is one character takes the short way: ASCII without carriage
/// returns, or another text without ``CombiningScalars``. For other texts the functions raise
/// `SW000`, and memory decides.
///
/// There is a function that raises it for each type of results, because the branches of a `CASE`
/// have one type. It takes an argument of the function that calls it: a server would evaluate a
/// call without one in advance, although no row needs it.
enum SwiftFunctions {
  /// The comment on the schema, by which the version of its functions is known.
  static let comment = "personstore " + SHA256.hexDigest(of: Array(sql.utf8)).prefix(16)

  /// Statements that create the functions, or replace those of another version.
  static let sql = """
    CREATE SCHEMA IF NOT EXISTS swift;

    CREATE OR REPLACE FUNCTION swift.overflow(bigint) RETURNS bigint
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS
    $$ BEGIN RAISE EXCEPTION 'integer overflow' USING ERRCODE = '22003'; END $$;

    CREATE OR REPLACE FUNCTION swift.not_a_number(double precision) RETURNS double precision
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS
    $$ BEGIN RAISE EXCEPTION 'not a number' USING ERRCODE = '22003'; END $$;

    CREATE OR REPLACE FUNCTION swift.real_in_memory(double precision) RETURNS double precision
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE AS
    $$ BEGIN RAISE EXCEPTION 'this number is computed in memory' USING ERRCODE = 'SW000'; END $$;

    CREATE OR REPLACE FUNCTION swift.text_in_memory(text) RETURNS text
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS
    $$ BEGIN RAISE EXCEPTION 'this text is read in memory' USING ERRCODE = 'SW000'; END $$;

    CREATE OR REPLACE FUNCTION swift.count_in_memory(text) RETURNS bigint
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS
    $$ BEGIN RAISE EXCEPTION 'this text is read in memory' USING ERRCODE = 'SW000'; END $$;

    CREATE OR REPLACE FUNCTION swift.test_in_memory(text) RETURNS boolean
    LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE STRICT AS
    $$ BEGIN RAISE EXCEPTION 'this text is read in memory' USING ERRCODE = 'SW000'; END $$;

    \(SearchFunctions.sql)

    \(fitting("int8", -128, 127))
    \(fitting("int16", -32768, 32767))
    \(fitting("int32", -2_147_483_648, 2_147_483_647))
    \(fitting("uint8", 0, 255))
    \(fitting("uint16", 0, 65535))
    \(fitting("uint32", 0, 4_294_967_295))

    CREATE OR REPLACE FUNCTION swift.real(double precision) RETURNS double precision
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT CASE WHEN $1 = 'NaN' THEN swift.not_a_number($1) ELSE $1 END $$;

    CREATE OR REPLACE FUNCTION swift.int(double precision) RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT CAST(trunc($1) AS bigint) $$;

    CREATE OR REPLACE FUNCTION swift.utc_timestamp(bigint) RETURNS timestamp
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT TIMESTAMP '1970-01-01' + ($1 / 86400000000) * INTERVAL '1 day'
         + ($1 % 86400000000) * INTERVAL '1 microsecond' $$;

    CREATE OR REPLACE FUNCTION swift.utc_timestamp_bound(bigint) RETURNS timestamp
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT CASE WHEN $1 < -210866803200000000 THEN TIMESTAMP '-infinity'
       ELSE swift.utc_timestamp($1) END $$;

    CREATE OR REPLACE FUNCTION swift.decimal(numeric) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT CASE
         WHEN length(trim('0' FROM replace(CAST(abs($1) AS text), '.', ''))) <= 38
           AND scale(trim_scale($1)) <= 127 AND abs($1) < 1e127
         THEN CAST(trim_scale($1) AS text)
         ELSE swift.text_in_memory(CAST($1 AS text)) END $$;

    \(arithmetic("decimal_add", "+"))
    \(arithmetic("decimal_subtract", "-"))
    \(arithmetic("decimal_multiply", "*"))

    CREATE OR REPLACE FUNCTION swift.json_real(json) RETURNS double precision
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT CASE json_typeof($1)
         WHEN 'number' THEN CAST($1 #>> '{}' AS double precision)
         WHEN 'null' THEN NULL
         ELSE swift.real_in_memory(length(CAST($1 AS text))) END $$;

    CREATE OR REPLACE FUNCTION swift.divide(bigint, bigint) RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT $1 / $2 $$;

    CREATE OR REPLACE FUNCTION swift.divide(double precision, double precision)
    RETURNS double precision LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT CASE WHEN $2 = 0 THEN swift.real_in_memory($2) ELSE swift.real($1 / $2) END $$;

    CREATE OR REPLACE FUNCTION swift.remainder(bigint, bigint) RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT CASE WHEN $2 = -1 AND $1 = -9223372036854775808 THEN swift.overflow($1)
       ELSE $1 % $2 END $$;

    CREATE OR REPLACE FUNCTION swift.remainder(double precision, double precision)
    RETURNS double precision LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT swift.real_in_memory($1) $$;

    CREATE OR REPLACE FUNCTION swift.is_simple(text) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT octet_length($1) = length($1) AND strpos($1, chr(13)) = 0
         OR $1 !~ '[\(CombiningScalars.pattern)]' $$;

    CREATE OR REPLACE FUNCTION swift.is_ascii(text) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$ SELECT octet_length($1) = length($1) $$;

    CREATE OR REPLACE FUNCTION swift.clamped(bigint) RETURNS integer
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT CAST(least($1, 1000000000) AS integer) $$;

    CREATE OR REPLACE FUNCTION swift.count(text) RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT CASE WHEN swift.is_simple($1) THEN CAST(length($1) AS bigint)
       ELSE swift.count_in_memory($1) END $$;

    CREATE OR REPLACE FUNCTION swift.prefix(text, bigint) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT CASE WHEN swift.is_simple($1) THEN left($1, swift.clamped($2))
       ELSE swift.text_in_memory($1) END $$;

    CREATE OR REPLACE FUNCTION swift.suffix(text, bigint) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT CASE WHEN swift.is_simple($1) THEN right($1, swift.clamped($2))
       ELSE swift.text_in_memory($1) END $$;

    CREATE OR REPLACE FUNCTION swift.drop_first(text, bigint) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT CASE WHEN swift.is_simple($1) THEN substr($1, swift.clamped($2) + 1)
       ELSE swift.text_in_memory($1) END $$;

    CREATE OR REPLACE FUNCTION swift.drop_last(text, bigint) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT CASE WHEN swift.is_simple($1)
         THEN left($1, greatest(length($1) - swift.clamped($2), 0))
       ELSE swift.text_in_memory($1) END $$;

    CREATE OR REPLACE FUNCTION swift.first(text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT CASE WHEN $1 = '' THEN NULL WHEN swift.is_simple($1) THEN left($1, 1)
       ELSE swift.text_in_memory($1) END $$;

    CREATE OR REPLACE FUNCTION swift.last(text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT CASE WHEN $1 = '' THEN NULL WHEN swift.is_simple($1) THEN right($1, 1)
       ELSE swift.text_in_memory($1) END $$;

    CREATE OR REPLACE FUNCTION swift.has_prefix(text, text) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT CASE WHEN NOT starts_with($1, $2) THEN FALSE WHEN swift.is_simple($1) THEN TRUE
       ELSE swift.test_in_memory($1) END $$;

    CREATE OR REPLACE FUNCTION swift.has_suffix(text, text) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT CASE WHEN right($1, length($2)) <> $2 THEN FALSE WHEN swift.is_simple($1) THEN TRUE
       ELSE swift.test_in_memory($1) END $$;

    CREATE OR REPLACE FUNCTION swift.contains(text, text) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT CASE WHEN strpos($1, $2) = 0 THEN FALSE WHEN swift.is_simple($1) THEN TRUE
       ELSE swift.test_in_memory($1) END $$;

    \(mapping("uppercased", "upper", CaseMapping { $0.uppercased() }))
    \(mapping("lowercased", "lower", CaseMapping { $0.lowercased() }))

    CREATE OR REPLACE FUNCTION swift.reversed(text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT CASE WHEN swift.is_simple($1) THEN reverse($1)
       ELSE swift.text_in_memory($1) END $$;

    CREATE OR REPLACE FUNCTION swift.trimming(text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT CASE WHEN swift.is_ascii($1)
         THEN btrim($1, ' ' || chr(9) || chr(10) || chr(11) || chr(12) || chr(13))
       ELSE swift.text_in_memory($1) END $$;

    CREATE OR REPLACE FUNCTION swift.replacing(text, text, text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT CASE WHEN $2 = '' OR strpos($1, $2) = 0 THEN $1
         WHEN swift.is_simple($1) AND swift.is_simple($3) THEN replace($1, $2, $3)
       ELSE swift.text_in_memory($1) END $$;

    CREATE OR REPLACE FUNCTION swift.concatenate(text, text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT CASE WHEN $1 = '' THEN $2 WHEN $2 = '' THEN $1
         WHEN swift.is_simple($1) AND swift.is_simple($2) THEN $1 || $2
       ELSE swift.text_in_memory($1 || $2) END $$;

    CREATE OR REPLACE FUNCTION swift.joined(text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT CASE WHEN $1 IS NULL THEN '' WHEN swift.is_simple($1) THEN $1
       ELSE swift.text_in_memory($1) END $$;

    \(TimeFunctions.sql)
    \(DayFunctions.sql)

    \(StatisticFunctions.sql)

    \(ChangeFunctions.sql)

    \(CommitMarks.sql)
    """

  /// Returns a function that changes the case of letters. With the collation `C`, the function of
  /// the server changes those of ASCII alone, whatever the locale is, and `translate` the others.
  private static func mapping(
    _ name: String, _ function: String, _ mapping: CaseMapping
  ) -> String {
    """
    CREATE OR REPLACE FUNCTION swift.\(name)(text) RETURNS text
        LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
        $$ SELECT CASE WHEN swift.is_ascii($1) THEN \(function)($1 COLLATE "C")
             WHEN $1 ~ '^[\(mapping.pattern)]*$'
             THEN translate(\(function)($1 COLLATE "C"), '\(mapping.letters)', '\(mapping.results)')
           ELSE swift.text_in_memory($1) END $$;
    """
  }

  private static func arithmetic(_ name: String, _ operation: String) -> String {
    """
    CREATE OR REPLACE FUNCTION swift.\(name)(text, text) RETURNS text
        LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
        $$ SELECT swift.decimal(CAST($1 AS numeric) \(operation) CAST($2 AS numeric))
             COLLATE "C" $$;
    """
  }

  private static func fitting(_ name: String, _ low: Int64, _ high: Int64) -> String {
    """
    CREATE OR REPLACE FUNCTION swift.\(name)(bigint) RETURNS bigint
        LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
        $$ SELECT CASE WHEN $1 BETWEEN \(low) AND \(high) THEN $1
           WHEN $1 IS NOT NULL THEN swift.overflow($1) END $$;
    """
  }
}
#endif
