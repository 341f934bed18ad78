#if Postgres
/// Functions of points in time as functions of PostgreSQL, in UTC.
///
/// A server may know other rules of time zones than the program, and a `Date` represents each
/// microsecond only from 1902 to 2105: everything else is left to memory. The calls that say so
/// have all arguments: a server evaluates constant expressions first, even if no row needs them.
enum TimeFunctions {
  static let sql = """
    CREATE OR REPLACE FUNCTION swift.in_utc(bigint, text) RETURNS boolean
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT $2 IN ('GMT', 'UTC') AND $1 BETWEEN \(first) AND \(last) $$;

    CREATE OR REPLACE FUNCTION swift.reference_seconds(bigint) RETURNS double precision
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT CAST($1 AS double precision) / 1000000 - 978307200 $$;

    CREATE OR REPLACE FUNCTION swift.seconds_since(bigint, bigint) RETURNS double precision
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT swift.reference_seconds($1) - swift.reference_seconds($2) $$;

    CREATE OR REPLACE FUNCTION swift.rounded_away(double precision) RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT CAST(
         trunc($1) + CASE WHEN abs($1 - trunc($1)) >= 0.5 THEN sign($1) ELSE 0 END AS bigint) $$;

    CREATE OR REPLACE FUNCTION swift.adding_seconds(bigint, double precision) RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT swift.rounded_away(
         (swift.reference_seconds($1) + $2 + 978307200) * 1000000) $$;

    CREATE OR REPLACE FUNCTION swift.day_in(bigint, text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT CASE WHEN swift.in_utc($1, $2)
         THEN to_char(swift.utc_timestamp($1), 'YYYY-MM-DD')
         ELSE swift.text_in_memory(CAST($1 AS text)) END COLLATE "C" $$;

    \(part("hour", unit: 3_600_000_000, count: 24))
    \(part("minute", unit: 60_000_000, count: 60))
    \(part("second", unit: 1_000_000, count: 60))

    CREATE OR REPLACE FUNCTION swift.start_of_day(bigint, text) RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT CASE WHEN swift.in_utc($1, $2) THEN $1 - ($1 - \(first)) % 86400000000
         ELSE swift.count_in_memory(CAST($1 AS text)) END $$;

    CREATE OR REPLACE FUNCTION swift.moved(bigint, bigint, text) RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT CASE WHEN swift.in_utc($1, $3) AND swift.in_utc($2, $3) THEN $2
         ELSE swift.count_in_memory(CAST($1 AS text) || CAST($2 AS text)) END $$;

    CREATE OR REPLACE FUNCTION swift.adding_days(bigint, bigint, text) RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT CASE WHEN $2 BETWEEN -100000 AND 100000
         THEN swift.moved($1, $1 + $2 * 86400000000, $3)
         ELSE swift.count_in_memory(CAST($1 AS text) || CAST($2 AS text)) END $$;

    CREATE OR REPLACE FUNCTION swift.adding_months_in(bigint, bigint, text) RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT CASE WHEN $2 BETWEEN -4000 AND 4000 AND swift.in_utc($1, $3)
         THEN swift.moved($1, CAST(extract(epoch FROM
             swift.utc_timestamp($1) + make_interval(months => CAST($2 AS integer))) * 1000000
           AS bigint), $3)
         ELSE swift.count_in_memory(CAST($1 AS text) || CAST($2 AS text)) END $$;

    CREATE OR REPLACE FUNCTION swift.iso8601(bigint) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT CASE WHEN swift.in_utc($1, 'UTC') AND $1 % 1000000 = 0
         THEN to_char(swift.utc_timestamp($1), 'YYYY-MM-DD"T"HH24:MI:SS"Z"')
         ELSE swift.text_in_memory(CAST($1 AS text)) END COLLATE "C" $$;
    """

  /// The microseconds of the first moment of 1902, and those of 2105. The first is that of a day.
  private static let (first, last) = (-2_145_916_800_000_000, 4_260_211_200_000_000)

  private static func part(_ name: String, unit: Int, count: Int) -> String {
    """
    CREATE OR REPLACE FUNCTION swift.\(name)_in(bigint, text) RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT CASE WHEN swift.in_utc($1, $2) THEN ($1 - \(first)) / \(unit) % \(count)
         ELSE swift.count_in_memory(CAST($1 AS text)) END $$;
    """
  }
}
#endif
