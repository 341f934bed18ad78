"""The interface of a running service: its description, hostile requests, slow clients, live clients,
kills.

Usage: interface_test.py SERVICE SCHEMATHESIS [--load]

--load takes more clients and more time, and measures with wrk.
"""
import asyncio, gzip, json, os, re, socket, subprocess, sys, tempfile, threading, time, urllib.request

from running import Service as RunningService

service, schemathesis = sys.argv[1:3]
is_load = "--load" in sys.argv[3:]


def Service(folder, *options):
    return RunningService(service, folder, *options)


def description(folder):
    site = Service(folder)
    config = os.path.join(os.path.dirname(os.path.abspath(__file__)), "schemathesis.toml")
    # Streams of live queries never end.
    run = subprocess.run(
        [schemathesis, "--config-file", config, "run", site.url + "/api/openapi.json", "--exclude-path",
         "/api/live", "--exclude-path", "/api/live/stream", "--max-examples", "200" if is_load else "15", "--seed", "1", "--phases",
         "examples,coverage,fuzzing", "--continue-on-failure", "--no-color"],
        capture_output=True, text=True, cwd=folder)
    assert run.returncode == 0, run.stdout[-6000:]
    site.end()


def hostile(folder):
    site = Service(folder, "--time", "2")
    site.send("POST", "/api/import", b"name,surname,age\n" + b"A,B,1\n" * 5000, type="text/csv")

    def expect(answer, *statuses):
        assert answer[0] in statuses, answer
        if answer[0] >= 400:
            assert answer[1]["Content-Type"] == "application/problem+json", answer
        assert site.send("GET", "/health/live")[0] == 200

    def ask(chain):
        return site.send("POST", "/api/query", {"chain": chain})

    # Chains that would take long: refused, or ended after their time.
    join = "people.join(people, on: { $0.age }, equals: { $0.age })"
    start = time.monotonic()
    slow = ask(join + ".where { $0.0.id + $0.1.id == 0 }.count()")
    expect(slow, 200, 413)
    assert "too-slow" in slow[2], slow
    expect(site.send("POST", "/api/query/verify", {"chain": join + ".count()"}), 413)
    assert time.monotonic() - start < 20, "chains run longer than their time"
    for chain in ["(" * 100_000, "where { " + "!" * 50_000 + "true }", "where { $0.age == " + "1+" * 20_000 + "1 }",
                  "people" + ".take(1)" * 20_000, "where { $0.name == \"" + "\\u{1F600}" * 9_000 + "\" }",
                  "people.concat(" * 2_000, "\0", "where { $0.name.replacing(\"\", with: \"x\") == \"\" }"]:
        expect(ask(chain), 200, 400, 413, 422)
    # Bodies.
    expect(site.send("POST", "/api/query", b"x" * (1 << 20) + b"y"), 413)
    expect(site.send("POST", "/api/people", b'{"name": "Ada", "age": 36'), 400)
    expect(site.send("POST", "/api/people", b"\xff\xfe"), 400)
    expect(site.send("POST", "/api/people", b"[" * 100_000), 400)
    expect(site.send("POST", "/api/people", {"name": "Ada", "age": 1e400}), 400)
    expect(site.send("POST", "/api/people", {"name": "A\0da", "age": 36}), 201, 422)
    for attributes in [[], ["a"], "a", 1, {"a": 1}, {"a": None}, {"a": {"b": "c"}}, {"a": "\0"}, {"\0": "a"},
                       {str(number): number for number in range(10_000)}]:
        expect(site.send("POST", "/api/people", {"name": "Ada", "attributes": attributes}), 422)
    many = {str(number): "x" for number in range(10_000)}
    expect(site.send("POST", "/api/people", {"name": "Ada", "attributes": many}), 201)
    expect(site.send("POST", "/api/people", {"name": "Ada", "attributes": {"a": "x" * (1 << 20)}}), 413)
    deep = b'{"name": "Ada", "attributes": {"a": ' + b"[" * 100_000 + b"]" * 100_000 + b"}}"
    expect(site.send("POST", "/api/people", deep), 400, 422)
    expect(site.send("PATCH", "/api/people/9223372036854775808", {"age": 1}), 404)
    # Files that are no tables, or a thousand times as large as they seem, and imports that are not there.
    kind = "application/octet-stream"
    for body in [b"", b"\0" * 1000, b'name\n"', b"[" * 100_000, b"name,x\n" + b"," * 900_000, b"\x1f\x8b\x08"]:
        for path in ["/api/import/preview", "/api/import/preview?part=true", "/api/import?dryRun=true"]:
            expect(site.send("POST", path, body, type=kind), 200, 422)
    packed = gzip.compress(b"name,x\n" + (b"Ada," + b"x" * 1_000_000 + b"\n") * 300)
    before = site.memory()
    expect(site.send("POST", "/api/import/preview?part=true", packed, type=kind), 200)
    assert site.memory() - before < 200_000, "a small file takes much memory"
    expect(site.send("POST", "/api/import/preview", b"name\n" + b"x" * (1 << 20), type=kind), 413)
    expect(site.send("POST", "/api/import?split=" + "x" * 10_000, b"name\nAda\n", type="text/csv"), 400)
    for number in ["0", "-1", "99", "x", "9" * 30, "%00"]:
        expect(site.send("POST", f"/api/imports/{number}/undo"), 400, 404)
    expect(site.send("GET", "/api/people?" + "&".join(f"attributes.{number}=x" for number in range(500))), 400)
    expect(site.send("GET", "/api/people?attributes.%27%22%24%5B0%5D=%27%3B--"), 200)
    # Paths.
    for path in ["/page/../../../etc/passwd", "/page/%2e%2e%2f%2e%2e%2fetc%2fpasswd", "/page/..%5c..",
                 "//etc/passwd", "/api/people/1%00", "/api/people/../../health", "/%ff%fe"]:
        answer = site.send("GET", path)
        expect(answer, 400, 404)
        assert "root:" not in answer[2]
    # What is no HTTP, or no good one.
    for data in [b"\0" * 1000, b"GET / HTTP/1.1\r\nHost: localhost\r\nX: " + b"x" * 200_000 + b"\r\n\r\n",
                 b"GET /api/people?name=a\r\nSet-Cookie:x HTTP/1.1\r\n\r\n",
                 b"POST /api/people HTTP/1.1\r\nHost: localhost\r\nContent-Length: -1\r\n\r\n",
                 b"POST /api/people HTTP/1.1\r\nHost: localhost\r\nContent-Length: 5\r\n"
                 b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n"]:
        answer = site.raw(data)
        assert not answer or answer.startswith(b"HTTP/1.1 4"), answer[:200]
        assert site.send("GET", "/health/live")[0] == 200
    expect(site.send("GET", "/api/people", headers={"Host": "evil.example"}), 421)
    # Markup and control characters are data, and never markup.
    name, note = "<script>alert(1)</script>", "<b>\u202e\u0007\u2028"
    expect(site.send("POST", "/api/people", {"name": name + note}), 422)
    status, headers, text = site.send("POST", "/api/people", {"name": name, "attributes": {"note": note}})
    assert status == 201 and json.loads(text)["name"] == name and json.loads(text)["attributes"]["note"] == note, text
    status, headers, text = site.send("GET", headers["Location"])
    assert headers["Content-Type"].startswith("application/json")
    assert headers["X-Content-Type-Options"] == "nosniff" and "default-src 'self'" in headers["Content-Security-Policy"]
    site.end()


def slow_clients(folder):
    """A hundred clients that do not finish their request, and a hundred that do not read the answer."""
    site = Service(folder)
    site.send("POST", "/api/import", b"name,surname,age\n" + b"Somebody,Slow,1\n" * 50_000, type="text/csv")
    connections = []
    for number in range(200):
        connection = socket.create_connection(("127.0.0.1", site.port))
        half = b"POST /api/people HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n"
        whole = b"GET /api/export HTTP/1.1\r\nHost: localhost\r\n\r\n"
        connection.sendall(half if number % 2 else whole)
        connections.append(connection)
    worst = 0
    for number in range(40):
        start = time.monotonic()
        assert site.send("POST", "/api/people", {"name": "Fast", "surname": "One", "age": number})[0] == 201
        assert site.send("GET", "/api/people?surname=One")[0] == 200
        worst = max(worst, time.monotonic() - start)
    assert worst < 5, f"others waited {worst:.1f} s for slow clients"
    print(f"  200 slow clients: a write and a read take at most {worst * 1000:.0f} ms")
    for connection in connections:
        connection.close()
    site.end()


def live(folder):
    """Live clients while rows are written: in the end each has seen the last state."""
    site = Service(folder)
    count, seconds, rate = (1000, 20, 1000) if is_load else (50, 4, 500)
    chain = "where%20%7B%20%240.surname%20%3D%3D%20%22Live%22%20%7D.sortDescending%20%7B%20%240.id%20%7D.take(20)"
    before = site.memory()
    final = {}
    states = {}

    async def client(number):
        reader, writer = await asyncio.open_connection("127.0.0.1", site.port, limit=1 << 22)
        writer.write(f"GET /api/live?chain={chain} HTTP/1.1\r\nHost: localhost\r\n\r\n".encode())
        rows, kind = [], ""
        while True:
            line = (await reader.readline()).decode()
            assert line, "a live stream has ended"
            if line.startswith("event: "):
                kind = line[7:].strip()
            elif line.startswith("data: "):
                data = json.loads(line[6:])
                if kind == "result":
                    rows = data["rows"]
                elif kind == "changes":
                    for change in data:
                        if "remove" in change:
                            del rows[change["remove"]]
                        else:
                            rows.insert(change["insert"], change["row"])
                else:
                    raise AssertionError(line)
                states[number] = rows
                if final.get("rows") == rows:
                    return writer.close()

    async def writer():
        written = 0
        for _ in range(seconds):
            start = time.monotonic()
            rows = "".join(f"{written + row},Live,{row % 90}\n" for row in range(rate))
            written += rate
            status, _, text = await asyncio.to_thread(
                site.send, "POST", "/api/import", ("name,surname,age\n" + rows).encode(), type="text/csv")
            assert status == 200 and "summary" in text, text
            await asyncio.sleep(max(0, 1 - (time.monotonic() - start)))
        text = (await asyncio.to_thread(
            site.send, "POST", "/api/query", {"chain": urllib.request.unquote(chain)}))[2]
        final["rows"] = [json.loads(line)["row"] for line in text.splitlines() if '"row":' in line]
        assert len(final["rows"]) == 20

    async def run():
        clients = [asyncio.create_task(client(number)) for number in range(count)]
        while len(states) < count:
            await asyncio.sleep(0.05)
            for task in clients:
                if task.done():
                    task.result()
        memory = (site.memory() - before) / count
        await writer()
        # Clients whose last state came before it was known what the last one is.
        for number, task in enumerate(clients):
            if not task.done() and states[number] == final["rows"]:
                task.cancel()
        await asyncio.wait_for(asyncio.gather(*clients, return_exceptions=True), 60)
        assert all(rows == final["rows"] for rows in states.values()), "a client has missed something"
        print(f"  {count} live clients, {rate * seconds} rows: {memory:.0f} KiB for each client")

    asyncio.run(run())
    site.end()


def kills(folder):
    """kill -9 under load: what was acknowledged is there, and what is sent again is there once."""
    site = Service(folder)
    stop = threading.Event()
    sent = [[] for _ in range(4)]

    def write(writer):
        number = 0
        while not stop.is_set():
            name = f"{writer}-{number}"
            while True:
                try:
                    status = site.send("POST", "/api/people", {"name": name, "surname": "Kill", "age": 1},
                                       {"Idempotency-Key": name})[0]
                    if status == 201:
                        break
                except OSError:
                    time.sleep(0.05)
                except Exception:
                    time.sleep(0.05)
            sent[writer].append(name)
            number += 1

    writers = [threading.Thread(target=write, args=(writer,)) for writer in range(4)]
    for writer in writers:
        writer.start()
    for _ in range(20 if is_load else 4):
        time.sleep(0.7)
        site.kill()
        site.start()
    time.sleep(0.5)
    stop.set()
    for writer in writers:
        writer.join()
    names, after = [], ""
    while True:
        page = json.loads(site.send("GET", f"/api/people?limit=1000&surname=Kill{after}")[2])
        names += [person["name"] for person in page["people"]]
        if not page["next"]:
            break
        after = f"&after={page['next']}"
    expected = [name for part in sent for name in part]
    assert sorted(names) == sorted(expected), f"{len(expected)} acknowledged, {len(names)} stored"
    print(f"  {len(expected)} writes over {20 if is_load else 4} kills: each stored once")
    site.end()


def load(folder):
    """People pages and single people with wrk, beside the same routes answered from an array."""
    count = 10_000
    rows = "".join(f"Given{id},Surname{id % 500},{id % 90},person{id}@example.org,1950-01-01\n"
                   for id in range(1, count + 1))
    site = Service(folder)
    site.send("POST", "/api/import", ("name,surname,age,email,birthDate\n" + rows).encode(), type="text/csv")
    memory = subprocess.Popen(
        [os.path.join(os.path.dirname(service), "memorypeople"), str(count), "0"], stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL, text=True)
    base = memory.stdout.readline().strip()

    def measure(url, path):
        output = subprocess.check_output(
            ["wrk", "-t1", "-c16", "-d4s", "--latency", url + path], text=True)
        unit = {"us": 0.001, "ms": 1, "s": 1000}
        last = re.search(r"99%\s+([\d.]+)(us|ms|s)", output)
        assert "Non-2xx" not in output, output
        return float(re.search(r"Requests/sec:\s+([\d.]+)", output).group(1)), float(last[1]) * unit[last[2]]

    def pair(path):
        # In turn, so that both have the same noise.
        ratios = []
        for _ in range(3):
            own, other = measure(site.url, path)[0], measure(base, path)[0]
            ratios.append(own / other)
        return sorted(ratios)[1], own

    for name, path in [("page of 50 people", "/api/people?limit=50"), ("page by surname", "/api/people?sort=surname&limit=50"),
                       ("one person", "/api/people/4711")]:
        ratio, rate = pair(path)
        stop = threading.Event()
        written = []

        def write():
            while not stop.is_set():
                site.send("PATCH", "/api/people/1", {"age": len(written) % 90})
                written.append(1)

        writer = threading.Thread(target=write)
        writer.start()
        last = measure(site.url, path)[1]
        stop.set()
        writer.join()
        print(f"  {name}: {rate:,.0f} a second, {ratio:.2f} of memory; p99 with one writer "
              f"({len(written) / 4:.0f} writes a second) {last:.1f} ms")
    memory.terminate()
    memory.wait()
    site.end()


def main():
    failures = 0
    with tempfile.TemporaryDirectory() as folder:
        for test in [description, hostile, slow_clients, live, kills] + ([load] if is_load else []):
            start = time.monotonic()
            try:
                test(folder)
                print(f"passed {test.__name__} in {time.monotonic() - start:.0f} s", flush=True)
            except AssertionError as error:
                failures += 1
                print(f"FAILED {test.__name__}: {error}", flush=True)
    sys.exit(1 if failures else 0)


main()
