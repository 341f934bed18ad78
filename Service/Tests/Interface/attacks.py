"""What attacks are made of: the bytes that are sent, and what must come back."""
import collections, contextlib, json, re, socket, threading, time

# name: what is attacked.
# sent: the bytes of a request; a list of them, each on a connection of its own, of which the last
#   answer counts (one may be a function of the answer before); or a function of the service, which
#   returns what is wrong, or nothing.
# expected: what may come back, with | between: "200", "413 too-slow" (a problem of this kind),
#   "closed" (no answer). Several requests on one connection have several, with commas between.
Attack = collections.namedtuple("Attack", "name sent expected")

# A number of attacks of one kind, how many of them run at once, and for how many milliseconds 99 of 100
# writes of others may last: longer than reads where the attacks hold the lock of writers.
Group = collections.namedtuple("Group", "name attacks at_once seconds writes")

Answer = collections.namedtuple("Answer", "status headers body")


def group(name, *attacks, at_once=4, seconds=15, writes=100):
    return Group(name, [Attack(*attack) for attack in attacks], at_once, seconds, writes)


def request(method, path, body=None, type="application/json", keep=False, host="localhost", **headers):
    """The bytes of a request. Underscores in the names of headers are hyphens."""
    if body is not None and not isinstance(body, bytes):
        body = json.dumps(body).encode() if not isinstance(body, str) else body.encode()
    lines = [f"{method} {path} HTTP/1.1", f"Host: {host}"]
    if not keep:
        lines.append("Connection: close")
    if body is not None:
        lines.append(f"Content-Length: {len(body)}")
        if type:
            lines.append(f"Content-Type: {type}")
    lines += [f"{name.replace('_', '-')}: {value}" for name, value in headers.items()]
    return "\r\n".join(lines).encode("utf-8", "surrogateescape") + b"\r\n\r\n" + (body or b"")


def get(path, **options):
    return request("GET", path, **options)


def post(path, body=b"", **options):
    return request("POST", path, body, **options)


def chain(text, path="auto", client=None, at="/api/query", **options):
    """A chain, of a client that a proxy names."""
    if client is not None:
        options["X-Forwarded-For"] = f"10.0.0.{client}"
    body = {"chain": text, "path": path} if at == "/api/query" else {"chain": text}
    return post(at, body, **options)


def file(body, path="/api/import?dryRun=true", type="application/octet-stream", **options):
    return post(path, body, type=type, **options)


class Reader:
    """Reads answers from a connection, for a number of seconds in all."""

    def __init__(self, connection, seconds):
        self.connection, self.bytes = connection, b""
        self.end = time.monotonic() + seconds

    def answer(self, has_body=True):
        """The next answer; None if the connection is closed before it begins."""
        head = self._upto(b"\r\n\r\n")
        if head is None:
            return None
        lines = head.decode("latin-1").split("\r\n")
        headers = {name.lower(): value.strip() for name, _, value in
                   (line.partition(":") for line in lines[1:])}
        status = int(lines[0].split()[1])
        body = b""
        if status == 100:
            return self.answer(has_body)
        if has_body and status not in (204, 304):
            if headers.get("transfer-encoding") == "chunked":
                # Of a long body the end is enough.
                parts = collections.deque(maxlen=1_000)
                while size := int((self._upto(b"\r\n") or b"0").split(b";")[0], 16):
                    parts.append(self._take(size + 2)[:-2])
                    if len(parts[-1]) < size:
                        break
                else:
                    self._upto(b"\r\n")
                body = b"".join(parts)
            else:
                body = self._take(int(headers.get("content-length", "0")))
        return Answer(status, headers, body)

    def _more(self):
        with contextlib.suppress(ConnectionError):
            self.connection.settimeout(max(0.01, self.end - time.monotonic()))
            part = self.connection.recv(1 << 18)
            self.bytes += part
            return bool(part)
        return False

    def _upto(self, end):
        while end not in self.bytes:
            if not self._more():
                return None
        part, _, self.bytes = self.bytes.partition(end)
        return part

    def _take(self, count):
        parts, have = [self.bytes[:count]], min(count, len(self.bytes))
        self.bytes = self.bytes[count:]
        while have < count and self._more():
            part = self.bytes[:count - have]
            self.bytes = self.bytes[count - have:]
            parts.append(part)
            have += len(part)
        return b"".join(parts)


def exchange(service, data, seconds, count=1):
    """Sends bytes, and returns a number of answers; fewer if the connection is closed."""
    with service.connect(seconds) as connection:
        # What is sent may be refused before its end.
        def send():
            with contextlib.suppress(OSError):
                connection.sendall(data)

        sender = threading.Thread(target=send, daemon=True)
        sender.start()
        reader, answers = Reader(connection, seconds), []
        while len(answers) < count:
            answer = reader.answer(has_body=not data.startswith(b"HEAD"))
            if answer is None:
                break
            answers.append(answer)
    return answers


def problem_kind(answer):
    """The kind of a problem, also of one that came after the first rows of a result."""
    found = re.search(rb'"type":"/problems/([a-z-]+)"', answer.body[-4000:])
    return found.group(1).decode() if found else ""


def outcome(answer):
    """What came back, in the words of what is expected."""
    if answer is None:
        return "closed"
    kind = problem_kind(answer)
    return f"{answer.status} {kind}" if kind else str(answer.status)


def mistake(answer):
    """What no answer may have."""
    if answer is None:
        return None
    if answer.status >= 500 and answer.status not in (503, 507):
        return f"status {answer.status}"
    if re.search(rb"(/tmp/|/var/|/home/|/root/|\.swift:\d|Fatal error)", answer.body) and answer.status >= 400:
        return "a path of the server"
    if answer.status >= 400 and answer.body:
        if answer.headers.get("content-type") != "application/problem+json":
            return f"a problem as {answer.headers.get('content-type')}"
        if json.loads(answer.body)["status"] != answer.status:
            return "a problem with another status"
    return None


def is_expected(found, expected):
    """A status alone stands for each kind of it."""
    return any(found == one or found.split()[0] == one for one in expected.split("|"))


def run(service, attack, seconds):
    """Runs an attack, and returns what is wrong; None if nothing is."""
    start = time.monotonic()
    try:
        if callable(attack.sent):
            return attack.sent(service)
        steps = attack.sent if isinstance(attack.sent, list) else [attack.sent]
        expected = [one.strip() for one in attack.expected.split(",")]
        answers = []
        for number, step in enumerate(steps):
            if callable(step):
                step = step(answers[-1])
            is_last = number == len(steps) - 1
            answers = exchange(service, step, seconds, len(expected) if is_last else 1)
            if not answers and not is_last:
                return f"no answer to step {number + 1}"
        answers += [None] * (len(expected) - len(answers))
    except socket.timeout:
        return f"no answer in {time.monotonic() - start:.1f} s"
    except ConnectionError:
        answers = [None] * len(expected)
    for answer, allowed in zip(answers, expected):
        wrong = mistake(answer)
        if not wrong and not is_expected(outcome(answer), allowed):
            wrong = f"{outcome(answer)} instead of {allowed}"
        if wrong:
            return f"{wrong} {answer.body[:200] if answer else ''}"
    return None
