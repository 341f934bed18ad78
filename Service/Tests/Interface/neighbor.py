"""A client that behaves well: reads a person and a page, and writes a person, all the time, and says
how long that took. It is a process of its own, so that it waits for nobody else.

Usage: neighbor.py PORT. A line on its input ends a part; the answer is a line of JSON. The next part
begins with the next line.
"""
import http.client, json, socket, sys, threading, time


class Neighbor:
    surname = "Beside"

    def __init__(self, port):
        self.port, self.connection = port, None
        self.stored, self.unknown = 0, 0

    def ask(self, method, path, body=None):
        """Returns the status; None if there was no answer."""
        try:
            if self.connection is None:
                self.connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=60)
                self.connection.connect()
                self.connection.sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self.connection.request(
                method, path, json.dumps(body) if body else None, {"Content-Type": "application/json"})
            answer = self.connection.getresponse()
            answer.read()
            return answer.status
        except (OSError, http.client.HTTPException):
            self.connection = None
            return None

    def turn(self, times, failures):
        for kind, method, path, body, good in [
                ("person", "GET", "/api/people/7", None, 200),
                ("page", "GET", "/api/people?limit=50", None, 200),
                ("write", "POST", "/api/people", {"name": "Ada", "surname": self.surname, "age": 36}, 201)]:
            start = time.monotonic()
            status = self.ask(method, path, body)
            times.append((time.monotonic() - start, kind))
            if status != good:
                failures.append(f"{kind}: {status}")
            if kind == "write":
                self.stored += status == 201
                self.unknown += status is None

    def part(self, is_over):
        times, failures = [], []
        while not is_over.is_set():
            self.turn(times, failures)
            time.sleep(0.02)
        def at(share, *kinds):
            ordered = sorted(time for time, kind in times if not kinds or kind in kinds) or [0]
            return round(ordered[min(len(ordered) - 1, int(share * len(ordered)))] * 1000, 1)

        return {"count": len(times), "p50": at(0.5), "p99": at(0.99), "max": at(1), "slowest": max(times)[1] if times else "",
                "reads": at(0.99, "person", "page"), "writes": at(0.99, "write"), "failures": failures, "stored": self.stored, "unknown": self.unknown}


def main():
    neighbor = Neighbor(int(sys.argv[1]))
    for _ in sys.stdin:
        is_over = threading.Event()
        result = []
        thread = threading.Thread(target=lambda: result.append(neighbor.part(is_over)))
        thread.start()
        sys.stdin.readline()
        is_over.set()
        thread.join()
        print(json.dumps(result[0]), flush=True)


if __name__ == "__main__":
    main()
