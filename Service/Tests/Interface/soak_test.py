"""A service that runs for a long time: mixed load, live clients, imports, and restarts, some of them by
force. In the end nothing is lost that was acknowledged, and memory does not grow.

Usage: soak_test.py SERVICE MINUTES
"""
import contextlib, json, os, random, re, sys, tempfile, threading, time, urllib.parse

from attacks import get
from running import Service

program, minutes = sys.argv[1], float(sys.argv[2])
PEOPLE = 20_000
# A writer keeps so many people, and one import of so many is kept: the memory of chains and lists grows with
# the store, so that the store must not grow for long if memory is to show what is lost.
KEPT, IMPORTS = 1_000, 50
# Each part of the time is ended by a restart.
PARTS = 6


class Load:
    """What clients do until the end, and what has been acknowledged."""

    def __init__(self, service):
        self.service = service
        self.is_over = threading.Event()
        self.lock = threading.Lock()
        self.people = {}  # The age of each person that was stored, by name; None if they were deleted.
        self.imports = {}
        self.counts, self.faults, self.events = {}, [], 0
        self.slowest = 0

    def send(self, kind, method, path, body=None, headers={}, good=(200,), type="application/json"):
        """Sends a request until it is answered; returns the answer, or None at the end."""
        is_again = False
        while True:
            start = time.monotonic()
            try:
                answer = self.service.send(method, path, body, headers, type)
            except Exception:  # The service is not there.
                answer = None
            if answer and answer[0] in good:
                with self.lock:
                    self.counts[kind] = self.counts.get(kind, 0) + 1
                    self.slowest = max(self.slowest, time.monotonic() - start)
                return answer, is_again
            if answer and answer[0] not in (429, 503):
                self.faults.append(f"{kind}: {answer[0]} {answer[2][:200]}")
                return None, is_again
            if self.is_over.is_set() and method in ("GET", "QUERY"):
                return None, is_again
            is_again = True
            time.sleep(0.1)

    def write(self, writer):
        number = 0
        known = []
        while not self.is_over.is_set():
            name = f"{writer}-{number}"
            number += 1
            answer, _ = self.send("written", "POST", "/api/people", {"name": name, "surname": "Soak", "age": 1},
                                  {"Idempotency-Key": name}, (201,))
            if answer is None:
                continue
            known.append((name, answer[1]["Location"]))
            self.people[name] = 1
            if number % 3 == 0:
                name, path = random.choice(known)
                age = random.randrange(90)
                if self.send("changed", "PATCH", path, {"age": age})[0]:
                    self.people[name] = age
            if number % 2 == 0 or len(known) > KEPT:
                name, path = known.pop(random.randrange(len(known)))
                answer, is_again = self.send("deleted", "DELETE", path, None, {}, (204, 404))
                # One that was sent before may have been done already.
                if answer and answer[0] == 404 and not is_again:
                    self.faults.append(f"{name} was lost before it was deleted")
                self.people[name] = None
            time.sleep(0.01)

    def read(self):
        paths = ["/api/people/7", "/api/people?limit=50", "/api/people?sort=surname&limit=50", "/api/people?search=sur&sort=best",
                 "/api/letters", "/api/attributes", "/api/store", "/api/imports", "/metrics", "/", "/api/duplicates?by=email"]
        while not self.is_over.is_set():
            self.send("read", "GET", random.choice(paths))
            time.sleep(0.01)

    def ask(self):
        chains = ["count()", "groupBy { $0.age }.select { ($0.key, $0.count) }", "sort { $0.surname }.take(5000)",
                  "join(people, on: { $0.id }, equals: { $0.id }).count()", "where { $0.attributes[\"city\"] == \"City3\" }",
                  "crossJoin(people).sort { ($0.0.age ?? 0) + ($0.1.age ?? 0) }.take(1)"]
        while not self.is_over.is_set():
            path = random.choice(["auto", "memory"])
            self.send("asked", "POST", "/api/query", {"chain": random.choice(chains), "path": path}, {}, (200, 413))
            self.send("exported", "GET", "/api/export?format=" + random.choice(["csv", "json", "ndjson"]))
            time.sleep(0.2)

    def import_files(self):
        number = 0
        while not self.is_over.is_set():
            key = f"import-{number}"
            number += 1
            rows = "".join(f"{key}-{row},Import,{row % 90}\n" for row in range(1_000))
            answer, _ = self.send("imported", "POST", "/api/import?source=soak.csv", ("name,surname,age\n" + rows).encode(),
                                  {"Idempotency-Key": key}, type="text/csv")
            if answer and '"inserted":1000' in answer[2].replace(" ", ""):
                summary = json.loads(answer[2].splitlines()[-1])["summary"]
                self.imports[key] = 1_000
                # All but a few are taken back.
                if number % IMPORTS and self.send("undone", "POST", f"/api/imports/{summary['number']}/undo", b"", {}, (200, 409))[0]:
                    self.imports[key] = 0
            elif answer:
                self.faults.append(f"an import: {answer[2][-300:]}")
            self.is_over.wait(3)

    def follow(self, is_shared):
        """Follows a chain, or, in a stream that several share, three of them, one of which is replaced now and then."""
        last = 'where { $0.surname == "Soak" }.sortDescending { $0.id }.take(20)'
        path = "/api/live/stream" if is_shared else "/api/live?chain=" + urllib.parse.quote(last)
        while not self.is_over.is_set():
            with contextlib.suppress(OSError), self.service.connect(30) as connection:
                connection.sendall(get(path, keep=True))
                connection.settimeout(30)
                stream, changed = None, 0
                while not self.is_over.is_set() and (part := connection.recv(1 << 16)):
                    self.events += part.count(b"event: ")
                    if found := re.search(rb'event: stream\ndata: {"id":"([^"]+)"}', part):
                        stream = found[1].decode()
                        self.change(stream, {"1": last, "2": "count()", "3": "countBy { $0.surname }.take(50)"})
                    if stream and time.monotonic() - changed > 5:
                        changed = time.monotonic()
                        self.change(stream, {"3": f"where {{ $0.id > {random.randrange(PEOPLE)} }}.take(50)"})
            time.sleep(0.2)

    def change(self, stream, chains):
        queries = {name: {"chain": chain} for name, chain in chains.items()}
        with contextlib.suppress(Exception):  # The service may not be there.
            answer = self.service.send("PATCH", f"/api/live/stream/{stream}", {"queries": queries})
            if answer[0] not in (204, 404, 503):
                self.faults.append(f"a change of a stream: {answer[0]} {answer[2][:200]}")

    def threads(self):
        work = [*[lambda writer=writer: self.write(writer) for writer in range(3)], self.read, self.read, self.ask, self.import_files,
                *[lambda is_shared=number % 2 == 1: self.follow(is_shared) for number in range(10)]]
        return [threading.Thread(target=one) for one in work]


def all_people(service, surname):
    people, after = {}, ""
    while True:
        page = json.loads(service.send("GET", f"/api/people?limit=1000&surname={surname}{after}")[2])
        for person in page["people"]:
            people[person["name"]] = people.get(person["name"], []) + [person["age"]]
        if not page["next"]:
            return people
        after = f"&after={page['next']}"


def verify(load, service, folder):
    """What is wrong in the end."""
    wrong = list(load.faults[:20])
    stored = all_people(service, "Soak")
    for name, age in load.people.items():
        if stored.get(name, []) != ([] if age is None else [age]):
            wrong.append(f"{name} is {stored.get(name, [])}, not {age}")
    # One may have been stored whose answer nobody has seen.
    unknown = set(stored) - set(load.people)
    if len(unknown) > 3:
        wrong.append(f"{len(unknown)} people nobody knows of")
    imported = all_people(service, "Import")
    for key, count in load.imports.items():
        found = sum(name.startswith(key + "-") for name in imported)
        if found != count:
            wrong.append(f"{key}: {found} people, not {count}")
    findings = json.loads(service.send("POST", "/api/store/check", b"")[2])["findings"]
    wrong += [f"the store: {finding}" for finding in findings[:3]]
    # Killed services leave files, which the next one removes.
    if left := [name for name in os.listdir(folder) if time.sleep(0.2) is None and os.path.exists(os.path.join(folder, name))]:
        wrong.append(f"temporary files: {left[:3]}")
    return wrong


def part(load, service, seconds, start):
    """Lets a part of the time pass, and returns the resident memory over it."""
    end, sizes = time.monotonic() + seconds, []
    while (rest := end - time.monotonic()) > 0:
        time.sleep(min(rest, 5))
        sizes.append(service.memory() // 1024)
        if len(sizes) % 12 == 1:
            print(f"  {(time.monotonic() - start) / 60:5.1f} min  {sizes[-1]:4} MB  {load.counts}  {load.events} events  "
                  f"slowest answer {load.slowest:.1f} s", flush=True)
    return sizes


def main():
    with tempfile.TemporaryDirectory() as folder:
        temporary = os.path.join(folder, "temporary")
        os.mkdir(temporary)
        service = Service(program, folder, "--time", "5", environment={"TMPDIR": temporary})
        rows = "".join(f"Given{id},Surname{id % 500},{id % 90},person{id}@example.org,1950-01-01,City{id % 40}\n"
                       for id in range(1, PEOPLE + 1))
        service.send("POST", "/api/import?noUndo=true", ("name,surname,age,email,birthDate,city\n" + rows).encode(), type="text/csv")
        load = Load(service)
        threads = load.threads()
        for thread in threads:
            thread.start()
        start, wrong = time.monotonic(), []
        for number in range(PARTS):
            sizes = part(load, service, minutes * 60 / PARTS, start)
            # The first third is for caches.
            early, late = sizes[len(sizes) // 3:len(sizes) * 2 // 3] or sizes, sizes[-len(sizes) // 3:]
            growth = sum(late) / len(late) - sum(early) / len(early)
            print(f"  part {number + 1}: {min(sizes)} to {max(sizes)} MB, growth {growth:+.0f} MB", flush=True)
            if growth > 60 or max(sizes) > 700:
                wrong.append(f"part {number + 1}: memory grows by {growth:.0f} MB, to {max(sizes)} MB")
            if number < PARTS - 1:
                if number % 2:
                    service.kill()
                else:
                    service.end()
                service.start()
        load.is_over.set()
        for thread in threads:
            thread.join(90)
        wrong += verify(load, service, temporary)
        people = sum(age is not None for age in load.people.values())
        print(f"{minutes} minutes, {PARTS - 1} restarts: {load.counts}, {load.events} events; {len(load.people)} people were acknowledged, "
              f"{people} not deleted again, {len(load.imports)} imports", flush=True)
        service.end()
    for one in wrong:
        print("WRONG  " + one)
    sys.exit(1 if wrong else 0)


main()
