"""Clients that send or read slowly, do nothing, or open connections without end. All of them at the
same time: they wait for the deadlines of the service."""
import contextlib, resource, socket, struct, time

from attacks import chain, get, group, post

# The time in seconds after which the service has closed what does nothing.
PATIENCE = 75


def dripping(first, piece, pause):
    """Sends a piece now and then; the service ends that."""
    def attack(service):
        with service.connect(PATIENCE) as connection:
            connection.sendall(first)
            start = time.monotonic()
            while time.monotonic() - start < PATIENCE:
                connection.settimeout(pause)
                try:
                    if not connection.recv(4096):
                        return None
                except socket.timeout:
                    pass
                except OSError:
                    return None
                with contextlib.suppress(OSError):
                    connection.sendall(piece)
        return f"open after {PATIENCE} s"
    return attack


def narrow(service, first, buffer=4096):
    """A connection that keeps little of what is not read, and has asked for something."""
    connection = socket.socket()
    connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, buffer)
    connection.settimeout(PATIENCE)
    connection.connect(("127.0.0.1", service.port))
    connection.sendall(first)
    return connection


def unread(first, count=4, buffer=4096):
    """Asks, and reads nothing; the service ends that."""
    def attack(service):
        connections = [narrow(service, first, buffer) for _ in range(count)]
        start = time.monotonic()
        try:
            while time.monotonic() - start < PATIENCE:
                time.sleep(1)
                if not open_at(service, connections):
                    return None
            return f"{open_at(service, connections)} are open after {PATIENCE} s"
        finally:
            for connection in connections:
                connection.close()
    return attack


def open_at(service, connections):
    """How many connections the service has not closed. A client that reads nothing does not see that."""
    ports = {connection.getsockname()[1] for connection in connections}
    count = 0
    with open("/proc/net/tcp") as table:
        next(table)
        for line in table:
            _, local, remote, state = line.split()[:4]
            is_here = int(local.split(":")[1], 16) == service.port and int(remote.split(":")[1], 16) in ports
            # 1 is open on both sides, 8 closed by the client alone.
            count += is_here and state in ("01", "08")
    return count


def idle(count, first=b""):
    """Opens connections, and does nothing more; others are served, and the service ends them."""
    def attack(service):
        soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
        with contextlib.suppress(ValueError, OSError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (max(soft, min(hard, count + 2_000)), hard))
        with contextlib.ExitStack() as stack:
            connections = []
            for _ in range(count):
                try:
                    connections.append(stack.enter_context(service.connect(5)))
                    if first:
                        connections[-1].sendall(first)
                except OSError:
                    break
            if service.send("GET", "/health/ready", timeout=10)[0] != 200:
                return "not ready"
            start = time.monotonic()
            while time.monotonic() - start < PATIENCE:
                time.sleep(1)
                if not open_at(service, connections):
                    return None
            return f"{open_at(service, connections)} of {len(connections)} are open after {PATIENCE} s"
    return attack


def opened_and_closed(count, first=b"", reset=False):
    """Opens and closes connections, one after the other."""
    def attack(service):
        for _ in range(count):
            with service.connect() as connection:
                if reset:
                    connection.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
                if first:
                    connection.sendall(first)
        return None
    return attack


def read_slowly(first, pause, count):
    """Reads a little now and then, and gets what was asked for, or is told why not."""
    def attack(service):
        with contextlib.closing(narrow(service, first)) as connection:
            for _ in range(count):
                if not connection.recv(2_000):
                    return "closed, though it reads"
                time.sleep(pause)
        return None
    return attack


def half(path, body, length):
    return post(path, body).replace(b"Content-Length: %d" % len(body), b"Content-Length: %d" % length)


ALL = chain("take(100000)")
HEAD = b"GET /api/people/7 HTTP/1.1\r\nHost: localhost\r\n"

slow = group(
    "slow clients",
    ("headers, a line each second", dripping(HEAD, b"X-A: b\r\n", 1), ""),
    ("headers, a byte each second", dripping(HEAD, b"x", 1), ""),
    ("half a line, and nothing", dripping(b"GET /api/peo", b"", 2), ""),
    ("nothing at all", dripping(b"", b"", 2), ""),
    ("a body, a byte each second", dripping(half("/api/people", b"{", 10_000), b" ", 1), ""),
    ("a body that does not come", dripping(half("/api/people", b"{", 10_000), b"", 2), ""),
    ("a chain, a byte each second", dripping(half("/api/query", b"{", 10_000), b" ", 1), ""),
    ("a file, a byte each second", dripping(half("/api/import", b"name\n", 1_000_000), b"A", 1), ""),
    ("a file that does not come", dripping(half("/api/import?dryRun=true", b"name\n", 1_000_000), b"", 2), ""),
    ("chunks of one byte", dripping(b"POST /api/people HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                                    b"Transfer-Encoding: chunked\r\n\r\n", b"1\r\n \r\n", 1), ""),
    ("an expectation, and nothing", dripping(half("/api/people", b"", 100).replace(b"\r\n\r\n", b"\r\nExpect: 100-continue\r\n\r\n"), b"", 2), ""),
    ("exports that nobody reads", unread(get("/api/export", keep=True)), ""),
    ("exports in JSON that nobody reads", unread(get("/api/export?format=json", keep=True)), ""),
    ("a backup that nobody reads", unread(get("/api/store/backup", keep=True), 2), ""),
    ("chains that nobody reads", unread(ALL), ""),
    ("pages that nobody reads", unread(get("/api/people?limit=1000", keep=True) * 40), ""),
    ("pipelined pages that nobody reads", unread(get("/api/people?limit=100", keep=True) * 400, 2), ""),
    ("files of the page that nobody reads", unread(get("/page/people.js", keep=True) * 400), ""),
    ("the description, not read", unread(get("/api/openapi.json", keep=True) * 100), ""),
    ("2,000 idle connections", idle(2_000), ""),
    ("200 connections that have asked once", idle(200, get("/api/people/7", keep=True)), ""),
    ("3,000 connections, opened and closed", opened_and_closed(3_000), ""),
    ("1,000 connections, reset", opened_and_closed(1_000, reset=True), ""),
    ("1,000 requests whose clients go away", opened_and_closed(1_000, get("/api/people?limit=200"), reset=True), ""),
    ("100 chains whose clients go away", opened_and_closed(100, chain("crossJoin(people).count()"), reset=True), ""),
    ("100 exports whose clients go away", opened_and_closed(100, get("/api/export"), reset=True), ""),
    ("100 searches whose clients go away", opened_and_closed(100, get("/api/people?search=a&sort=best"), reset=True), ""),
    ("100 letters whose clients go away", opened_and_closed(100, get("/api/letters"), reset=True), ""),
    ("an export that is read slowly", read_slowly(get("/api/export"), 0.5, 60), ""),
    ("a chain that is read slowly", read_slowly(ALL, 0.5, 60), ""),
    at_once=40, seconds=PATIENCE + 10)
