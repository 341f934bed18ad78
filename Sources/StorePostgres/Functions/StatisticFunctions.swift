#if Postgres
/// Medians, percentiles and standard deviations as functions of PostgreSQL, of the numbers of a
/// group in ascending order. They compute as `NumberSample` does, step by step, so that no bit
/// differs.
///
/// Where the server finds that a number is too large or too small, it raises an error, and memory
/// decides.
enum StatisticFunctions {
  /// Statements that create the functions, or replace those of another version.
  static let sql = """
    CREATE OR REPLACE FUNCTION swift.median(bigint[]) RETURNS double precision
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT CAST(CAST(a[(cardinality(a) + 1) / 2] AS numeric) + a[cardinality(a) / 2 + 1]
         AS double precision) / 2
       FROM (SELECT array_remove($1, NULL) AS a) AS numbers $$;

    CREATE OR REPLACE FUNCTION swift.real_median(double precision[]) RETURNS double precision
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT swift.real((a[(cardinality(a) + 1) / 2] + a[cardinality(a) / 2 + 1]) / 2 + 0)
       FROM (SELECT array_remove($1, NULL) AS a) AS numbers $$;

    \(percentile("percentile", of: "bigint", exact: "numeric"))
    \(percentile("real_percentile", of: "double precision", exact: "double precision"))

    CREATE OR REPLACE FUNCTION swift.distances(bigint[]) RETURNS double precision[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT array_agg(CAST(CAST(x AS numeric) - $1[1] AS double precision) ORDER BY i)
       FROM unnest($1) WITH ORDINALITY AS numbers(x, i) WHERE x IS NOT NULL $$;

    CREATE OR REPLACE FUNCTION swift.distances(double precision[]) RETURNS double precision[]
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT array_agg(x - $1[1] ORDER BY i)
       FROM unnest($1) WITH ORDINALITY AS numbers(x, i) WHERE x IS NOT NULL $$;

    CREATE OR REPLACE FUNCTION swift.deviation(double precision[], integer)
    RETURNS double precision LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT CASE WHEN cardinality($1) > $2 THEN
         swift.real(sqrt(sum((x - mean) * (x - mean) ORDER BY i) / (cardinality($1) - $2))) END
       FROM unnest($1) WITH ORDINALITY AS numbers(x, i),
         (SELECT sum(x ORDER BY i) / cardinality($1) AS mean
          FROM unnest($1) WITH ORDINALITY AS numbers(x, i)) AS means $$;

    \(deviation("stddev_samp", of: "bigint", 1))
    \(deviation("stddev_pop", of: "bigint", 0))
    \(deviation("real_stddev_samp", of: "double precision", 1))
    \(deviation("real_stddev_pop", of: "double precision", 0))
    """

  /// - Parameter exact: a type in which sums and differences of the numbers are exact.
  private static func percentile(_ name: String, of type: String, exact: String) -> String {
    """
    CREATE OR REPLACE FUNCTION swift.\(name)(\(type)[], double precision)
        RETURNS double precision LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
        $$ SELECT swift.real(CASE
             WHEN part = 0 THEN CAST(low AS double precision)
             WHEN part = 0.5 THEN CAST(CAST(low AS \(exact)) + high AS double precision) / 2
             WHEN CAST(low AS double precision) = CAST(high AS double precision)
               THEN CAST(low AS double precision)
             ELSE CAST(low AS double precision)
               + CAST(CAST(high AS \(exact)) - low AS double precision) * part END + 0)
           FROM (SELECT a[i + 1] AS low, a[least(i + 2, cardinality(a))] AS high, place - i AS part
             FROM (SELECT a, place, CAST(floor(place) AS integer) AS i
               FROM (SELECT a, $2 * (cardinality(a) - 1) AS place
                 FROM (SELECT array_remove($1, NULL) AS a) AS numbers) AS places) AS indexes
           ) AS parts $$;
    """
  }

  private static func deviation(_ name: String, of type: String, _ missing: Int) -> String {
    """
    CREATE OR REPLACE FUNCTION swift.\(name)(\(type)[]) RETURNS double precision
        LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
        $$ SELECT swift.deviation(swift.distances($1), \(missing)) $$;
    """
  }
}
#endif
