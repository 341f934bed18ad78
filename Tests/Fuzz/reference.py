# Compares what the library makes of inputs with what Python makes of them. Reads lines of JSON:
# the kind, the input in base64 and the library's result. Answers each with a line: empty if they
# agree, "-" if they cannot be compared, or the difference.
import base64, csv, io, json, sqlite3, sys, unicodedata


class Duplicate(Exception):
    pass


def canonical(key):
    """The form in which two spellings of a key are the same, as in Swift."""
    return unicodedata.normalize("NFC", key)


def pairs(items):
    items = [(canonical(key), value) for key, value in items]
    keys = [key for key, _ in items]
    if len(set(keys)) != len(keys):
        raise Duplicate()
    return dict(items)


def constant(name):
    raise ValueError(name)


def loads(text):
    return json.loads(
        text, object_pairs_hook=lambda items: Items(items), parse_int=Number,
        parse_float=Number, parse_constant=constant)


def parsed(text):
    return plain(loads(text))


class Number(str):
    pass


def is_text(value):
    return isinstance(value, str) and not isinstance(value, Number)


def lone(value):
    if is_text(value):
        return any(0xD800 <= ord(c) < 0xE000 for c in value)
    if isinstance(value, list):
        return any(lone(v) for v in value)
    if isinstance(value, dict):
        return any(lone(k) or lone(v) for k, v in value.items())
    return False


def same(field, value, is_there):
    kind = field[0]
    if not is_there:
        return kind == "missing"
    if value is None:
        return kind == "null"
    if isinstance(value, bool):
        return field == ["boolean", "true" if value else "false"]
    if isinstance(value, Number):
        return field == ["number", str(value)]
    if isinstance(value, str):
        return field == ["text", value]
    return kind == "nested" and parsed(field[1]) == value


def compare_object(row, value, columns):
    """A row of the library and a value of Python's."""
    columns = [canonical(column) for column in columns]
    if isinstance(row, dict):
        # Rejected: not an object, a key that occurs twice, or half a surrogate pair.
        if isinstance(value, dict) and not lone(value):
            return "rejected: " + row["rejected"]
        return ""
    if not isinstance(value, dict):
        return "not an object"
    for index, field in enumerate(row):
        if not same(field, value.get(columns[index]), columns[index] in value):
            return "%r for %s" % (field, columns[index])
    known = columns[: len(row)]
    return "" if all(key in known for key in value) else "a key is lost"


# What Unicode calls white space. Python adds four control characters.
SPACES = "\t\n\v\f\r \x85\xa0\u1680\u2028\u2029\u202f\u205f\u3000" + "".join(
    map(chr, range(0x2000, 0x200B)))


def compare_csv(data, result):
    if "error" in result or any(isinstance(row, dict) for row in result["rows"]):
        return "-"
    text = data.decode("utf-8-sig")
    rows = list(
        csv.reader(io.StringIO(text, newline=""), strict=True, delimiter=result["delimiter"]))
    rows = [row for row in rows if row]
    columns = result["columns"]
    if [name.strip(SPACES) for name in rows[0]] != columns:
        return "columns %r" % rows[0]
    ours = [[f[1] if len(f) > 1 else "" for f in row] for row in result["rows"]]
    # A line without anything is a row if there is one column only.
    theirs = rows[1:]
    if len(columns) == 1:
        ours = [row for row in ours if row != [""]]
        theirs = [row for row in theirs if row != [""]]
    return "" if ours == theirs else "rows %r" % theirs


def compare_json(data, result):
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return "-"
    try:
        values = loads(text)
    except (ValueError, RecursionError):
        return "" if "error" in result or has_rejections(result) else "Python refuses it"
    if isinstance(values, Items):
        # The records are in the only array of objects.
        arrays = [v for _, v in values if isinstance(v, list) and not isinstance(v, Items)
                  and v and isinstance(v[0], Items)]
        if len(arrays) != 1:
            return "" if "error" in result else "%d arrays" % len(arrays)
        values = arrays[0]
    if not isinstance(values, list):
        return "" if "error" in result else "no array"
    if "error" in result:
        return "-" if "record" in result["error"] else "refused: " + result["error"]
    if len(values) != len(result["rows"]):
        return "%d values" % len(values)
    for row, value in zip(result["rows"], values):
        difference = compare_object(row, plain(value), result["columns"])
        if difference:
            return difference
    return ""


class Items(list):
    """An object as the pairs of its keys and values."""


def plain(value):
    if isinstance(value, Items):
        try:
            return {key: plain(v) for key, v in pairs(value).items()}
        except Duplicate:
            return ("a key occurs twice",)  # not a text, which could be in the input
    if isinstance(value, list):
        return [plain(v) for v in value]
    return value


def has_rejections(result):
    return any(isinstance(row, dict) for row in result["rows"])


def compare_ndjson(data, result):
    if "error" in result:
        return "-"
    if data.startswith(b"\xef\xbb\xbf"):
        data = data[3:]
    lines = [line for line in data.split(b"\n") if line.strip(b" \t\r")]
    if len(lines) != len(result["rows"]):
        return "%d lines" % len(lines)
    for row, line in zip(result["rows"], lines):
        try:
            value = parsed(line.decode("utf-8"))
        except (ValueError, RecursionError):
            value = None
        difference = compare_object(row, value, result["columns"])
        if difference:
            return difference
    return ""


def compare_migration(data, result):
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        return "" if "error" in result else "not UTF-8"
    if result.get("kind") in ("refused", "database"):
        return "-"
    connection = sqlite3.connect(":memory:", isolation_level=None)
    connection.execute("PRAGMA foreign_keys = ON")
    connection.execute("CREATE TABLE schema_migration (a)")
    try:
        connection.executescript(text)
    except (sqlite3.Error, ValueError) as error:
        return "" if "error" in result else "Python: %s" % error
    if "error" in result:
        # The library does not take "text" in double quotes for a string, as this SQLite does.
        is_other = "NUL" in result["error"] or '"' in text and "no such column" in result["error"]
        return "-" if is_other else "refused: " + result["error"]
    schema = [row[0] for row in connection.execute(
        "SELECT type || ' ' || name || ' ' || coalesce(sql, '') FROM sqlite_master "
        "WHERE tbl_name <> 'schema_migration' ORDER BY 1")]
    return "" if schema == result["schema"] else "schema %r" % schema


def compare_text(data, result):
    text = data.decode("utf-8", errors="replace")
    if any(unicodedata.category(c) == "Cn" for c in text):
        return "-"
    # Swift compares texts with these in another way: three starters that decompose into marks, and
    # what is no final consonant after a syllable.
    if any(c in text for c in "\u0f73\u0f75\u0f81\u11a7"):
        return "-"
    # The form of a character with very many marks and joiners is its decomposed form, which is made
    # faster.
    if any(all(unicodedata.combining(c) or unicodedata.category(c)[0] == "M"
               or c in "\u200c\u200d" or 0x1100 <= ord(c) < 0x1200
               for c in unicodedata.normalize("NFD", text[i:i + 16]))
           for i in range(len(text) - 15)):
        return "-"
    form = unicodedata.normalize("NFC", text)
    return "" if form == result["form"] else "%r, not %r" % (form, result["form"])


compare = {
    "csv": compare_csv, "json": compare_json, "ndjson": compare_ndjson,
    "migration": compare_migration, "text": compare_text,
}

for line in sys.stdin:
    question = json.loads(line)
    data = base64.b64decode(question["input"])
    try:
        answer = compare[question["kind"]](data, question["result"])
    except Exception as error:
        answer = "the reference failed: %r" % error
    print(answer.replace("\n", "\\n").replace("\r", "\\r"), flush=True)
