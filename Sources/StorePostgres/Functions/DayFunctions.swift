#if Postgres
/// Functions of days, which are texts such as `2026-11-30`, as functions of PostgreSQL.
///
/// The years 0 to 9999 are moved by 400, in which the calendar repeats itself, because the server
/// has no year 0. A text that is no day is an error of the server, and memory decides.
enum DayFunctions {
  static let sql = """
    CREATE OR REPLACE FUNCTION swift.moved_day(text) RETURNS date
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT make_date(CAST(substr($1, 1, 4) AS integer) + 400,
         CAST(substr($1, 6, 2) AS integer), CAST(substr($1, 9) AS integer)) $$;

    CREATE OR REPLACE FUNCTION swift.day(date) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT CASE WHEN $1 BETWEEN DATE '0400-01-01' AND DATE '10399-12-31'
         THEN lpad(CAST(extract(year FROM $1) - 400 AS text), 4, '0')
           || to_char(CAST($1 AS timestamp), '-MM-DD')
         ELSE swift.text_in_memory(CAST($1 AS text)) END COLLATE "C" $$;

    CREATE OR REPLACE FUNCTION swift.weekday(text) RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT CAST(extract(dow FROM swift.moved_day($1)) AS bigint) + 1 $$;

    CREATE OR REPLACE FUNCTION swift.day_of_year(text) RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT CAST(extract(doy FROM swift.moved_day($1)) AS bigint) $$;

    CREATE OR REPLACE FUNCTION swift.start_of_month(text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT left($1, 8) || '01' COLLATE "C" $$;

    CREATE OR REPLACE FUNCTION swift.start_of_year(text) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT left($1, 5) || '01-01' COLLATE "C" $$;

    CREATE OR REPLACE FUNCTION swift.day_distance(text, text) RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT CAST(swift.moved_day($2) - swift.moved_day($1) AS bigint) $$;

    CREATE OR REPLACE FUNCTION swift.day_advanced(text, bigint) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT CASE WHEN $2 BETWEEN -4000000 AND 4000000
         THEN swift.day(swift.moved_day($1) + CAST($2 AS integer))
         ELSE swift.text_in_memory(CAST($2 AS text)) END COLLATE "C" $$;

    CREATE OR REPLACE FUNCTION swift.day_adding_months(text, bigint) RETURNS text
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT CASE WHEN $2 BETWEEN -120000 AND 120000
         THEN swift.day(CAST(
           swift.moved_day($1) + make_interval(months => CAST($2 AS integer)) AS date))
         ELSE swift.text_in_memory(CAST($2 AS text)) END COLLATE "C" $$;

    CREATE OR REPLACE FUNCTION swift.years_between(text, text) RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT CAST(substr($2, 1, 4) AS bigint) - CAST(substr($1, 1, 4) AS bigint)
         - CASE WHEN substr($2, 6) COLLATE "C" >= substr($1, 6) THEN 0 ELSE 1 END $$;

    CREATE OR REPLACE FUNCTION swift.whole_years(text, text) RETURNS bigint
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT CASE WHEN $2 COLLATE "C" < $1 THEN -swift.years_between($2, $1)
         ELSE swift.years_between($1, $2) END $$;
    """
}
#endif
