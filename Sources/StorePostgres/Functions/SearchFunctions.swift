#if Postgres
/// The functions for the words of rows, by which searches find them.
///
/// A statement that writes one row brings the words of its texts as `given`:
///
/// ```json
/// {"table": "person", "texts": {"surname": "Müller", "email": null}, "words": "nmuller"}
/// ```
///
/// Words count for these texts only, whatever triggers make of the row.
enum SearchFunctions {
  static let sql = """
    CREATE OR REPLACE FUNCTION swift.search_in_memory(bigint) RETURNS bigint
    -- A search is over before another process has started.
    LANGUAGE plpgsql IMMUTABLE PARALLEL RESTRICTED COST 1 AS
    $$ BEGIN RAISE EXCEPTION 'a row has no words yet' USING ERRCODE = 'SW000'; END $$;

    CREATE OR REPLACE FUNCTION swift.given_words(given text) RETURNS tsvector
    LANGUAGE sql IMMUTABLE PARALLEL SAFE AS
    $$ SELECT CAST(CAST($1 AS jsonb) ->> 'words' AS tsvector) $$;

    -- Lets `forget_words` know the words of a row that the transaction changes.
    CREATE OR REPLACE FUNCTION swift.know_words(given text) RETURNS boolean
    LANGUAGE sql VOLATILE AS
    $$ SELECT set_config('store.words', coalesce($1, ''), TRUE) IS NOT NULL $$;

    -- Whether a row that was written has words. It fails if they are those of other texts.
    CREATE OR REPLACE FUNCTION swift.has_words(words tsvector, stored jsonb, given text)
    RETURNS boolean LANGUAGE sql IMMUTABLE PARALLEL RESTRICTED AS
    $$ SELECT CASE WHEN $1 IS NULL THEN FALSE
         WHEN $3 IS NULL OR $2 @> (CAST($3 AS jsonb) -> 'texts') THEN TRUE
         ELSE swift.search_in_memory(length($1)) = 1 END $$;

    -- Called where the texts of a row change.
    CREATE OR REPLACE FUNCTION swift.forget_words() RETURNS trigger LANGUAGE plpgsql AS $$
    DECLARE given text := nullif(current_setting('store.words', TRUE), '');
    BEGIN
      NEW.search_words := NULL;
      IF given IS NOT NULL THEN
        IF to_regclass(quote_ident(CAST(given AS jsonb) ->> 'table')) = TG_RELID
          AND to_jsonb(NEW) @> (CAST(given AS jsonb) -> 'texts')
        THEN
          NEW.search_words := swift.given_words(given);
        END IF;
      END IF;
      RETURN NEW;
    END $$;
    """
}
#endif
