"""A service that runs with a store of its own, for the tests of the interface."""
import collections, contextlib, json, os, signal, socket, subprocess, threading
import urllib.error, urllib.request, uuid


class Service:
    """A service that can be killed and started again."""

    def __init__(self, program, folder, *options, environment=None):
        self.path = os.path.join(folder, f"{uuid.uuid4()}.db")
        self.command = [program, "--db", self.path, *options]
        self.environment = {**os.environ, **(environment or {})}
        self.port = 0
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [*self.command, "--port", str(self.port)], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            text=True, env=self.environment)
        for line in self.process.stdout:
            if line.startswith("http"):
                self.url = line.strip()
                self.port = int(self.url.rsplit(":", 1)[1])
                break
        else:
            raise AssertionError("the service did not start")
        # The last lines of its log. It is read all the time: a full pipe would hold the service up.
        self.log = collections.deque(maxlen=50)
        threading.Thread(target=self.log.extend, args=[self.process.stdout], daemon=True).start()

    @property
    def is_alive(self):
        return self.process.poll() is None

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def end(self):
        self.process.terminate()
        assert self.process.wait(30) == 0, "the service did not stop well"

    def send(self, method, path, body=None, headers={}, type="application/json", timeout=60):
        """Sends a request; returns status, headers and text."""
        if body is not None and not isinstance(body, bytes):
            body = json.dumps(body).encode()
        request = urllib.request.Request(self.url + path, method=method, data=body,
                                         headers={"Content-Type": type, **headers})
        try:
            with urllib.request.urlopen(request, timeout=timeout) as answer:
                return answer.status, answer.headers, answer.read().decode()
        except urllib.error.HTTPError as error:
            return error.code, error.headers, error.read().decode()

    def memory(self):
        """The resident memory in KiB."""
        return self._status("VmRSS") or int(
            subprocess.check_output(["ps", "-o", "rss=", "-p", str(self.process.pid)]))

    def peak(self):
        """The largest resident memory in KiB since the last call, where the system tells; else now."""
        peak = self._status("VmHWM") or self.memory()
        with contextlib.suppress(OSError), open(f"/proc/{self.process.pid}/clear_refs", "w") as file:
            file.write("5")
        return peak

    def _status(self, name):
        with contextlib.suppress(OSError), open(f"/proc/{self.process.pid}/status") as file:
            for line in file:
                if line.startswith(name + ":"):
                    return int(line.split()[1])
        return None

    def connect(self, timeout=10):
        return socket.create_connection(("127.0.0.1", self.port), timeout=timeout)

    def raw(self, data):
        """Sends bytes that may be no request at all, and returns what comes back."""
        with self.connect() as connection:
            with contextlib.suppress(OSError):
                connection.sendall(data)
                connection.shutdown(socket.SHUT_WR)
            answer = b""
            with contextlib.suppress(OSError):
                while part := connection.recv(65536):
                    answer += part
            return answer
