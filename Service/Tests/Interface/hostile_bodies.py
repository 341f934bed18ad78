"""Bodies, files that are imported, keys, entity tags, tokens."""
import gzip, json

from attacks import chain, file, get, group, post, request

NAME = b'{"name": "Ada", "surname": "Body"}'
MEGABYTE = 1 << 20


def person(value, **options):
    return post("/api/people", value, **options)


def packed(data, **options):
    return person(gzip.compress(data), Content_Encoding="gzip", **options)


INVALID = "400 body|422 invalid"

# Bodies of people.
bodies = group(
    "bodies",
    ("nothing", person(b""), "400 body"),
    ("half of an object", person(b'{"name": "Ada", "age": 36'), "400 body"),
    ("two objects", person(NAME + NAME), "400 body"),
    ("an array", person(b"[" + NAME + b"]"), "400 body"),
    ("a number", person(b"1"), "400 body"),
    ("null", person(b"null"), "400 body"),
    ("brackets", person(b"[" * 500_000), "400 body"),
    ("nested objects", person(b'{"a":' * 150_000 + b"1" + b"}" * 150_000), "400 body"),
    ("nested attributes", person(b'{"name": "A", "attributes": {"a": ' + b"[" * 200_000 + b"]" * 200_000 + b"}}"), INVALID),
    ("bytes that are no text", person(b"\xff\xfe" + NAME), "400 body"),
    ("UTF-16", person(NAME.decode().encode("utf-16")), "400 body|201"),
    ("a byte order mark", person(b"\xef\xbb\xbf" + NAME), "400 body|201"),
    ("a lone surrogate", person(b'{"name": "\\ud800"}'), "400 body"),
    ("a text that ends in an escape", person(b'{"name": "\\'), "400 body"),
    ("a key twice", person(b'{"name": "A", "name": "B"}'), "400 body|201"),
    ("a field that is not known", person({"name": "A", "role": "admin"}), "400 body"),
    ("an id", person({"name": "A", "id": 1}), "400 body"),
    ("prototypes", person({"name": "A", "__proto__": {"isAdmin": True}}), "400 body"),
    ("a number beyond all", person(b'{"name": "A", "age": 1e400}'), "400 body"),
    ("a long number", person(b'{"name": "A", "age": ' + b"9" * 100_000 + b"}"), "400 body"),
    ("half a year", person({"name": "A", "age": 0.5}), "400 body"),
    ("a negative age", person({"name": "A", "age": -1}), "422 invalid"),
    ("no name", person({"age": 3}), "400 body"),
    ("spaces as a name", person({"name": " \t\u00a0"}), "422 invalid"),
    ("an address that is none", person({"name": "A", "email": "nobody"}), "422 invalid"),
    ("a day that is none", person({"name": "A", "birthDate": "2023-02-30"}), "400 body|422 invalid"),
    ("attributes as a list", person({"name": "A", "attributes": ["a"]}), INVALID),
    ("attributes that are no texts", person({"name": "A", "attributes": {"a": 1}}), INVALID),
    ("a NUL in an attribute", person({"name": "A", "attributes": {"a": "\0"}}), "422 invalid"),
    ("10,000 wrong attributes", person({"name": "A", "attributes": {str(n): n for n in range(10_000)}}), INVALID),
    ("a body of a megabyte and one", person(b'{"name": "' + b"x" * MEGABYTE + b'"}'), "413 body-too-large|413"),
    ("a length of a gigabyte", person(b"")[:-4].replace(b"Content-Length: 0", b"Content-Length: 1073741824") + b"\r\n\r\n", "413"),
    ("gzip that is none", person(NAME, Content_Encoding="gzip"), "400 body"),
    ("gzip without its end", person(gzip.compress(NAME)[:-6], Content_Encoding="gzip"), "400 body"),
    ("gzip of gzip", packed(gzip.compress(NAME)), "400 body"),
    ("a bomb of 64 MB", packed(b'{"name": "' + b"a" * (64 << 20) + b'"}'), "413"),
    ("a bomb in ten members", person(gzip.compress(b" " * (8 << 20)) * 10, Content_Encoding="gzip"), "413"),
    ("a bomb as a chain", post("/api/query", gzip.compress(b'{"chain": "' + b" " * (64 << 20) + b'"}'), Content_Encoding="gzip"), "413"),
    ("two encodings", person(gzip.compress(NAME), Content_Encoding="gzip, gzip"), "415|400"),
    ("a patch with everything", request("PATCH", "/api/people/7", {"id": 8, "x": 1}), "400 body"),
    ("a patch of nothing", request("PATCH", "/api/people/7", b""), "400 body"),
    ("a patch of nobody", request("PATCH", "/api/people/9223372036854775807", {"age": 1}), "404 not-found"),
    ("a patch that is none", request("PATCH", "/api/people/7", [{"op": "remove", "path": "/age"}]), "400 body"),
    ("a merge of somebody with themselves", post("/api/people/7/merge", {"from": 7}), "422 invalid"),
    ("a merge with nobody", post("/api/people/7/merge", {"from": 1 << 60}), "404 not-found"),
    ("a group of nobody", post("/api/groups", {"letter": "A", "people": [1 << 60]}), "400|404|409|422"),
    ("a group of 100,000", post("/api/groups", {"letter": "A", "people": [7] * 100_000}), "400|409|413|422"),
    ("a token as a text of 1 MB", post("/api/session", {"token": "x" * 1_000_000}), "204|400|401"),
)

FULL = "/api/import"
PREVIEW = "/api/import/preview"
PART = "/api/import/preview?part=true"
WRONG = "200|422|400"


def both(name, body, expected=WRONG, **options):
    """A file that is looked at, and one that is imported."""
    return [(f"{name}, {kind}", file(body, path, **options), expected)
            for kind, path in [("looked at", PART), ("imported", FULL + "?dryRun=true")]]


# Files. An import is one transaction, for which other writers wait.
imports = group(
    "imports",
    *both("nothing", b""),
    *both("NULs", b"\0" * 100_000),
    *both("a quote without end", b'name\n"' + b"x" * 500_000),
    *both("a line of 900 kB", b"name\n" + b"x" * 900_000 + b"\n"),
    *both("a row of 900,000 fields", b"name,x\n" + b"," * 900_000),
    *both("100,000 columns", b",".join(b"c%d" % n for n in range(100_000)) + b"\nA\n"),
    *both("brackets", b"[" * 500_000),
    *both("nested objects", b'{"name":' * 100_000, type="application/json"),
    *both("half of gzip", b"\x1f\x8b\x08"),
    *both("gzip that ends early", gzip.compress(b"name\n" + b"Ada\n" * 10_000)[:-20]),
    *both("lines without end, packed", gzip.compress(b"name\n" + b"x" * (64 << 20))),
    *both("rows that nobody wants, packed", gzip.compress(b"name,x\n" + (b"," + b"x" * 100_000 + b"\n") * 600), "200|422|413"),
    *both("a card without end", b"BEGIN:VCARD\nFN:" + b"x" * 500_000, type="text/vcard"),
    *both("a folded card", b"BEGIN:VCARD\nVERSION:3.0\nFN:A" + b"\n x" * 100_000, type="text/vcard"),
    *both("UTF-16 with an odd length", b"\xff\xfen\0a\0m\0e\0\n"),
    *both("NDJSON with a broken line", b'{"name":"A"}\n{"name":\n', type="application/x-ndjson"),
    ("a file over the limit of a preview", file(b"name\n" + b"x" * MEGABYTE, PREVIEW), "413"),
    ("a separator of 10 kB", file(b"name\nA\n", FULL + "?split=" + "x" * 10_000), "400"),
    ("a mapping of nothing", file(b"name\nA\n", FULL + "?map=x"), "400|422"),
    ("a thousand mappings", file(b"name\nA\n", FULL + "?map=" + ",".join(f"name=c{n}" for n in range(1000))), "400|422"),
    ("a format that is none", file(b"name\nA\n", FULL + "?format=exe"), "400"),
    ("an encoding that is none", file(b"name\nA\n", FULL + "?encoding=utf-99"), "400"),
    ("a path into an object", file(b'{"a": 1}', FULL + "?path=" + "a." * 5_000, type="application/json"), "400|422|200"),
    ("errors without end allowed", file(b"name,age\n" + b"A,-1\n" * 2_000, FULL + "?dryRun=true&map=age=age&maxErrors=" + "9" * 18), "200"),
    ("one error too many", file(b"name,age\nA,1\nA,-1\n", FULL + "?map=age=age"), "200 too-many-rejections|422 too-many-rejections"),
    ("formulas", file(b"name\n=1+1\n@x\n", FULL + "?dryRun=true", type="text/csv"), "200"),
    ("a name of a path", file(b"name\nA\n", FULL + "?dryRun=true&source=../../../etc/passwd", type="text/csv"), "200|400"),
    ("an export of a format that is none", get("/api/export?format=exe"), "400 parameter"),
    writes=2_000)


def changed(answer):
    """A change of a person whose state is known to be an older one."""
    return request("PATCH", "/api/people/8", {"age": 42}, If_Match=answer.headers.get("etag", "none"))


KEYED = post("/api/people", {"name": "Key", "surname": "Once"}, Idempotency_Key="hostile-1")
AGED = request("PATCH", "/api/people/8", {"age": 41})


def is_stored_once(service):
    for _ in range(5):
        service.send("POST", "/api/people", {"name": "Key", "surname": "Twice"}, {"Idempotency-Key": "hostile-2"})
    people = json.loads(service.send("GET", "/api/people?surname=Twice")[2])["people"]
    return None if len(people) == 1 else f"stored {len(people)} times"


# Keys and entity tags that are used twice.
keys = group(
    "keys and tags",
    ("a key twice", [KEYED, KEYED], "201"),
    ("a key five times", is_stored_once, ""),
    ("a key for something else", [KEYED, post("/api/people", {"name": "Other"}, Idempotency_Key="hostile-1")], "409|422"),
    ("a key at another address", [KEYED, post("/api/groups", {"letter": "Z", "people": []}, Idempotency_Key="hostile-1")], "409|422|400"),
    ("a key of 10 kB", post("/api/people", {"name": "A"}, Idempotency_Key="k" * 10_000), "400 parameter|400|413|431"),
    ("an empty key", post("/api/people", {"name": "A"}, Idempotency_Key=""), "400 parameter|400|201"),
    ("a tag that is old", [get("/api/people/8"), AGED, request("PATCH", "/api/people/8", {"age": 43}, If_Match='"old"')], "412 changed"),
    ("a tag that is right", [AGED, get("/api/people/8"), changed], "200"),
    ("a tag used again", [AGED, get("/api/people/8"), changed, request("DELETE", "/api/people/8", If_Match='"x"')], "412 changed"),
    ("10,000 tags", request("PATCH", "/api/people/8", {"age": 44}, If_Match=", ".join(f'"{n}"' for n in range(5_000))), "412 changed|400|431|closed"),
    ("a tag without quotes", request("PATCH", "/api/people/8", {"age": 44}, If_Match="x"), "412 changed|400"),
    ("a weak tag of everything", get("/api/people/8", If_None_Match="W/*"), "200|400"),
    at_once=1)

# A service with tokens and a rate: `tokens` has the one of each role.
def guarded(tokens):
    def own(role):
        return {"Authorization": "Bearer " + tokens[role]}

    wrong = get("/api/people/7", Authorization="Bearer wrong")
    return group(
        "tokens and rates",
        ("no token", get("/api/people/7"), "401 unauthenticated"),
        ("no token, live", get("/api/live?chain=take(1)"), "401 unauthenticated"),
        ("no token, metrics", get("/metrics"), "401 unauthenticated"),
        ("an empty token", get("/api/people/7", Authorization="Bearer "), "401 unauthenticated|429"),
        ("another scheme", get("/api/people/7", Authorization="Basic dXNlcjpwYXNz"), "401 unauthenticated|429"),
        ("a token with a space", get("/api/people/7", Authorization="Bearer " + tokens["read"] + " x"), "401 unauthenticated|429"),
        ("half of a token", get("/api/people/7", Authorization="Bearer " + tokens["read"][:-1]), "401 unauthenticated|429"),
        ("a token in the address", get("/api/people?token=" + tokens["read"]), "401 unauthenticated"),
        ("a reader that writes", post("/api/people", {"name": "A"}, **own("read")), "403 forbidden"),
        ("a reader that imports", file(b"name\nA\n", **own("read")), "403 forbidden"),
        ("a reader that takes a backup", get("/api/store/backup", **own("read")), "403 forbidden"),
        ("a writer that checks", post("/api/store/check", **own("write")), "403 forbidden"),
        ("a cookie that is wrong", get("/api/people/7", Cookie="token=wrong"), "401 unauthenticated"),
        ("a cookie that is right", get("/api/people/7", Cookie="token=" + tokens["read"]), "200"),
        ("a foreign page with a right cookie", post("/api/people", {"name": "A"}, Cookie="token=" + tokens["write"], Origin="https://evil.example"),
         "403 origin"),
        ("forty wrong tokens", [wrong] * 40, "429 too-many-requests"),
        ("a right one after them", get("/api/people/7", **own("read")), "200"),
        ("wrong ones at the sign-in", [post("/api/session", {"token": "wrong"})] * 30, "429 too-many-requests"),
        ("a right one at the sign-in", post("/api/session", {"token": tokens["read"]}), "204"),
        ("a right one for everything", post("/api/query", {"chain": "count()"}, **own("read")), "200"),
        ("a hundred requests of one", [get("/api/people/7", **own("admin"))] * 100, "429 too-many-requests"),
        ("another one after them", get("/api/people/7", **own("write")), "200"),
        at_once=1)


# Many at once of what is right: each gets an answer, or is told to wait.
crowd = group(
    "crowds",
    *[(f"chain {number} of a client that asks for many", chain("count()", client=20), "200|429 too-many-chains|503 busy")
      for number in range(20)],
    *[(f"slow chain {number} of one client", chain("crossJoin(people).sort { ($0.0.age ?? 0) + ($0.1.age ?? 0) }.take(1)", client=21),
       "413 too-slow|413 too-much-memory|429 too-many-chains|503 busy") for number in range(16)],
    at_once=40, seconds=30)
