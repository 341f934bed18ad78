"""Chains and live queries that take time, memory, or a deep stack."""
import contextlib, json, re, time, urllib.parse

from attacks import chain, get, group, request

AGES = "{ ($0.0.age ?? 0) + ($0.1.age ?? 0) }"
KEYS = "{ $0.0.id * 200001 + $0.1.id }"
CROSS = "crossJoin(people)"
OVER = "413 too-slow|413 too-much-memory|413 too-many-rows"
ENDED = "200|503 busy|" + OVER


def many(chains, expected, **options):
    """Attacks of clients of their own, in SQL and in memory."""
    return [(f"{name}, {path}", chain(text, path, client=number % 8, **options), expected)
            for number, (name, text) in enumerate(chains) for path in ("auto", "memory")]


# Work that does not end by itself.
work = group(
    "work without end",
    *many([
        ("a product, sorted", f"{CROSS}.sort {AGES}.take(1)"),
        ("a product, counted", f"{CROSS}.count {{ $0.0.name == $0.1.surname }}"),
        ("a product, grouped", f"{CROSS}.groupBy {{ $0.0.age }}.select {{ ($0.key, $0.count) }}"),
        ("a product, distinct", f"{CROSS}.select {{ $0.0.name + $0.1.surname }}.distinct().count()"),
        ("a product, counted by key", f"{CROSS}.countBy {KEYS}"),
        ("a product, reversed", f"{CROSS}.reverse().take(10)"),
        ("a product, its last", f"{CROSS}.last()"),
        ("a product of a product", f"{CROSS}.crossJoin(people).count()"),
        ("a search in a product", f"{CROSS}.where {{ ($0.0.surname + $0.1.surname).hasSuffix(\"qqq\") }}.take(1)"),
        ("a join by age, sorted", "join(people, on: { $0.age }, equals: { $0.age }).sort { $0.0.surname }.take(10)"),
        ("a join by age, summed", "join(people, on: { $0.age }, equals: { $0.age }).sum { $0.0.id }"),
        ("a union with a product", f"{CROSS}.select {KEYS}.union(people.select {{ $0.id }}).count()"),
        ("all people for each", "where { $0.id < 5000 }.select { person in people.count { $0.id > person.id } }.sum { $0 }"),
    ], ENDED),
    ("verified", chain(f"{CROSS}.count {{ $0.0.age == $0.1.age }}", at="/api/query/verify", client=9), OVER),
    at_once=8, seconds=25)

DOUBLED = "select { $0.name }" + ".select { $0 + $0 }" * 30


def replaced(depth):
    text = f'$0.name.replacing("a", with: "{"a" * 40}")'
    for _ in range(depth):
        text = f'({text}).replacing("a", with: "{"a" * 40}")'
    return text


# Memory. Four at once.
memory = group(
    "memory",
    *many([
        ("a text doubled thirty times", DOUBLED),
        ("the same, one row", DOUBLED + ".take(1)"),
        ("the same, its length", f"take(1).{DOUBLED}.select {{ $0.count }}"),
        ("a text doubled 22 times, all rows", "select { $0.name }" + ".select { $0 + $0 }" * 22),
        ("nested replacing, its length", f"select {{ {replaced(6)}.count }}.max()"),
        ("nested replacing", f'where {{ $0.name.contains("a") }}.take(3).select {{ {replaced(6)} }}'),
        ("padding, doubled", 'take(3).select { $0.name.padding(toLength: 1000, withPad: ".", startingAt: 0) }' + ".select { $0 + $0 }" * 18),
        ("all names joined for each age", 'groupBy { $0.age }.select { $0.items.joined(separator: ",") { $0.surname } }'),
        ("a product, joined", f'{CROSS}.select {{ $0.0.surname }}.joined(separator: ",") {{ $0 }}'),
        ("a wide sort of a product", f"{CROSS}.sort {{ $0.0.surname + $0.1.name }}.take(100000)"),
        ("distinct keys of a product", f"{CROSS}.select {KEYS}.distinct().count()"),
        ("groups of a product", f"{CROSS}.groupBy {KEYS}.select {{ $0.key }}.take(2)"),
        ("groups that are joined", "groupJoin(people, on: { $0.age }, equals: { $0.age }).select { $0.1.count }"),
        ("pieces of a product", f"{CROSS}.chunk(1000000).select {{ $0.count }}"),
    ], ENDED),
    at_once=8, seconds=25)


def deep(open, middle, close, depth):
    return open * depth + middle + close * depth


# Texts that are long, deep or wide.
shapes = group(
    "texts of chains",
    ("parentheses", chain("(" * 100_000), "400 chain"),
    ("parentheses in a closure", chain(deep("where { ", "(" * 50_000 + "$0.id" + ")" * 50_000 + " == 1", " }", 1)), "400 chain"),
    ("negations", chain("where { " + "!" * 50_000 + "($0.id == 1) }"), "400 chain"),
    ("minus signs", chain("where { " + "-" * 50_000 + "$0.id == 1 }"), "400 chain"),
    ("a sum", chain("where { $0.id == " + "1+" * 20_000 + "1 }"), "400 chain|200"),
    ("a sum of a person's numbers", chain("select { " + "$0.id+" * 5_000 + "1 }.take(1)"), "400 chain|200|413"),
    ("conditions", chain("where { " + "$0.id == 1 || " * 5_000 + "$0.id == 2 }"), "400 chain|200"),
    ("conditional operators", chain("select { " + "$0.id == 1 ? 1 : " * 5_000 + "2 }"), "400 chain"),
    ("operators", chain("people" + ".take(1)" * 20_000), "400 chain|200"),
    ("filters", chain("people" + ".where { $0.id > 1 }" * 3_000), "400 chain|200|413"),
    ("sorts", chain("people" + ".sort { $0.age }" * 2_000), "400 chain|200|413"),
    ("concatenated people", chain("people" + ".concat(people)" * 3_000), "400 chain|413"),
    ("nested people", chain("people.concat(" * 2_000), "400 chain"),
    ("nested closures", chain(deep("where { people.contains ", "{ $0.id == 1 }", " }", 2_000)), "400 chain"),
    ("nested tuples", chain("select { " + deep("(", "$0.id, 1", ", 1)", 5_000) + " }"), "400 chain"),
    ("a wide tuple", chain("select { (" + "$0.id, " * 20_000 + "1) }"), "400 chain"),
    ("a wide list", chain("where { [" + "1, " * 50_000 + "1].contains($0.age ?? 0) }.take(1)"), "400 chain|200"),
    ("a long name", chain("where { $0." + "a" * 500_000 + " == 1 }"), "400 chain"),
    ("a long number", chain("where { $0.id == " + "9" * 100_000 + " }"), "400 chain"),
    ("a long text", chain('where { $0.name == "' + "x" * 900_000 + '" }'), "200|400 chain"),
    ("escaped characters", chain('where { $0.name == "' + "\\u{1F600}" * 9_000 + '" }'), "200|400 chain"),
    ("an escape without end", chain('where { $0.name == "\\u{' + "F" * 10_000 + '}" }'), "400 chain"),
    ("nested interpolations", chain('where { $0.name == "' + '\\("' * 2_000), "400 chain"),
    ("a NUL", chain("\0"), "400 chain"),
    ("nothing", chain(""), "400 chain|200"),
    ("SQL", chain("people; DROP TABLE person; --"), "400 chain"),
    ("SQL in a text", chain("where { $0.name == \"'; DROP TABLE person; --\" }"), "200"),
    ("a comment without end", chain("/*" * 10_000), "400 chain"),
    ("right to left marks", chain("where { \u202e$0.id == 1 }"), "400 chain"),
    ("zero width joiners", chain("where\u200d { $0.id == 1 }"), "400 chain"),
    ("combining marks", chain("wh" + "\u0301" * 100_000 + "ere { true }"), "400 chain"),
    ("an empty text replaced", chain('where { $0.name.replacing("", with: "x") == "" }'), "200|400 chain|422"),
    ("a division by zero", chain("select { $0.id / ($0.id - $0.id) }"), "422|200"),
    ("an overflow", chain("select { $0.id * 9223372036854775807 * 3 }"), "422|200"),
    ("take of a negative number", chain("take(-1)"), "400 chain|422|200"),
    ("take of the largest number", chain("take(9223372036854775807).count()"), "200"),
    ("skip of the largest number", chain("skip(9223372036854775807).count()"), "200"),
    ("pieces of no length", chain("chunk(0)"), "400 chain|422"),
    ("deep, explained", chain("people.concat(" * 5_000, at="/api/query/explain"), "400 chain"),
    ("deep, verified", chain("(" * 100_000, at="/api/query/verify"), "400 chain"),
    ("a position outside", chain("where { $0.", at="/api/query/complete").replace(b'"chain"', b'"position": 99999, "chain"'), "400"),
)


def live_path(text):
    return "/api/live?chain=" + urllib.parse.quote(text)


def event(service, path, seconds=12, **headers):
    """What comes first of a live query."""
    with service.connect(seconds) as connection:
        connection.sendall(get(path, keep=True, **headers))
        connection.settimeout(seconds)
        data = b""
        while b"\n\n" not in data.partition(b"\r\n\r\n")[2]:
            part = connection.recv(1 << 18)
            if not part:
                break
            data += part
        return data


def slow_live(service):
    """Slow live queries end after their time, and others get their result meanwhile."""
    slow = live_path(f"{CROSS}.sort {AGES}.take(1)")
    connections = [service.connect() for _ in range(12)]
    for connection in connections:
        connection.sendall(get(slow, keep=True))
    data = event(service, live_path("take(1)"))
    if b"event: result" not in data:
        return f"no result beside slow ones: {data[-200:]}"
    for connection in connections:
        connection.close()
    data = event(service, slow, 25)
    return None if b"too-slow" in data else f"a slow one does not end: {data[-200:]}"


def many_live(service):
    """Three hundred live queries, and a change that all of them see."""
    with contextlib.ExitStack() as stack:
        connections = [stack.enter_context(service.connect(20)) for _ in range(300)]
        for connection in connections:
            connection.sendall(get(live_path("count()"), keep=True))
        for connection in connections:
            data = b""
            while b"event: result" not in data:
                part = connection.recv(1 << 16)
                if not part:
                    return "a live query was closed"
                data += part
        service.send("POST", "/api/people", {"name": "Live", "surname": "Other"})
        for connection in connections:
            data = b""
            while b"event: changes" not in data:
                part = connection.recv(1 << 16)
                if not part:
                    return "a live query was closed"
                data += part
    return None


def abandoned_live(service):
    """Live queries whose clients go away end."""
    connections = [service.connect() for _ in range(100)]
    for connection in connections:
        connection.sendall(get(live_path("take(5)"), keep=True))
    for connection in connections:
        connection.recv(10)
        connection.close()
    for _ in range(50):
        if json.loads(service.send("GET", "/api/store")[2])["subscriptions"] == 0:
            return None
        time.sleep(0.1)
    return "live queries are open without clients"


def shared_stream(service, stack):
    """A stream of several live queries: its connection, and its id."""
    connection = stack.enter_context(service.connect(20))
    connection.sendall(get("/api/live/stream", keep=True))
    data = b""
    while not (found := re.search(rb'event: stream\ndata: {"id":"([^"]+)"}', data)):
        part = connection.recv(1 << 16)
        assert part, "a stream was closed"
        data += part
    return connection, found[1].decode()


def change(stream, queries):
    return request("PATCH", f"/api/live/stream/{stream}", {"queries": queries})


def many_in_a_stream(service):
    """A stream with as many queries as a client may have, and more: some are refused, and all end with the stream."""
    with contextlib.ExitStack() as stack:
        connection, stream = shared_stream(service, stack)
        queries = {str(number): {"chain": f"where {{ $0.id == {number} }}.count()"} for number in range(2_500)}
        if service.send("PATCH", f"/api/live/stream/{stream}", {"queries": queries})[0] != 204:
            return "the queries were refused"
        results, refused, data, end = 0, 0, b"", time.monotonic() + 20
        while results + refused < 2_500:
            part = connection.recv(1 << 18)
            if not part or time.monotonic() > end:
                return f"no more than {results} results and {refused} refusals"
            *events, data = (data + part).split(b"\n\n")
            # What is between events tells how long the next piece is.
            results += sum(b"event: result" in event for event in events)
            refused += sum(b'"status":429' in event for event in events)
        if (results, refused) != (2_000, 500):
            return f"{results} results and {refused} refusals"
    for _ in range(50):
        store = json.loads(service.send("GET", "/api/store")[2])
        if (store["subscriptions"], store["streams"]) == (0, 0):
            return None
        time.sleep(0.1)
    return f"live queries are open without a stream: {store}"


def changed_stream(service):
    """A query of a stream that is replaced again and again, some of the times by a slow one."""
    with contextlib.ExitStack() as stack:
        connection, stream = shared_stream(service, stack)
        for number in range(100):
            text = f"{CROSS}.sort {AGES}.take(1)" if number % 2 else "count()"
            if service.send("PATCH", f"/api/live/stream/{stream}", {"queries": {"1": {"chain": text}}})[0] != 204:
                return "a change was refused"
        service.send("PATCH", f"/api/live/stream/{stream}", {"queries": {"1": None, "last": {"chain": "take(1)"}}})
        data = b""
        while b'"query":"last"' not in data:
            part = connection.recv(1 << 18)
            if not part:
                return "the stream was closed"
            data += part
    return None


def unread_live(service):
    """Live queries that nobody reads, while rows change."""
    with contextlib.ExitStack() as stack:
        for _ in range(20):
            connection = stack.enter_context(service.connect(20))
            connection.sendall(get(live_path("sort { $0.surname }.take(5000)"), keep=True))
        for number in range(20):
            if service.send("POST", "/api/people", {"name": "Live", "surname": "A"})[0] != 201:
                return "a write was refused"
    return None


live = group(
    "live queries",
    ("slow ones", slow_live, ""),
    ("three hundred", many_live, ""),
    ("abandoned ones", abandoned_live, ""),
    ("unread ones", unread_live, ""),
    ("2,500 in one stream", many_in_a_stream, ""),
    ("a stream that is changed all the time", changed_stream, ""),
    ("a stream that is not there", change("x", {"1": {"chain": "count()"}}), "404 not-found"),
    ("a stream of none", change("%00/..", {}), "404"),
    ("a stream with a parameter", get("/api/live/stream?chain=count()"), "400 parameter"),
    ("a change that is none", request("PATCH", "/api/live/stream/x", "[1]"), "400 body"),
    ("a change of 2 MB", request("PATCH", "/api/live/stream/x", b"x" * (2 << 20)), "413|closed"),
    ("no chain", get("/api/live"), "400 parameter"),
    ("a broken chain", get(live_path("where {")), "400 chain"),
    ("a chain that cannot be read", get("/api/live?chain=%ff"), "400 parameter"),
    ("a chain twice", get("/api/live?chain=take(1)&chain=take(2)"), "400 parameter"),
    ("a chain of 100 kB", get(live_path("people" + ".take(1)" * 10_000)), "400|413|414|431|closed"),
    ("too many rows", lambda service: None if b"too-many-rows" in event(
        service, live_path(f"{CROSS}.take(200000)"), 25) else "no problem", ""),
    ("a wrong last event", lambda service: None if b"event: result" in event(
        service, live_path("count()"), Last_Event_ID="x" * 2000) else "no result", ""),
    ("a change of nothing, followed", get("/api/live?chain=count()&after=%00&more=1"), "400 parameter"),
    ("not by POST", chain("count()", at="/api/live"), "405"),
    at_once=2, seconds=30)
