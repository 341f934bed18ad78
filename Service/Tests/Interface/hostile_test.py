"""Attacks on a running service: each must come back as it should, and a client that behaves well must
notice nothing of them.

Usage: hostile_test.py SERVICE [GROUP | GROUP/ATTACK]...

After each group of attacks the service is ready, its memory is bounded, no temporary file is left, and
everybody is there whose storing was acknowledged.
"""
import concurrent.futures, json, os, resource, subprocess, sys, tempfile, threading, time

import attacks, hostile_bodies, hostile_http, hostile_slow, hostile_work
from neighbor import Neighbor
from running import Service

program = sys.argv[1]
wanted = sys.argv[2:]

# What must hold: the time of 99 of 100 answers to a client that behaves well, in milliseconds, and the
# memory of the service in KiB.
LONGEST = 100
MEMORY = 700 * 1024
PEOPLE = 20_000


class Beside:
    """The client that behaves well, and what it has seen."""

    def __init__(self, service):
        self.process = subprocess.Popen(
            [sys.executable, os.path.join(os.path.dirname(os.path.abspath(__file__)), "neighbor.py"), str(service.port)],
            stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def begin(self):
        self._say()

    def end(self):
        self._say()
        return json.loads(self.process.stdout.readline())

    def _say(self):
        self.process.stdin.write("\n")
        self.process.stdin.flush()

    def stop(self):
        self.process.stdin.close()
        self.process.wait()


def seed(service):
    """Stores people in a service, and returns what is wrong."""
    rows = "".join(f"Given{id},Surname{id % 500},{id % 90},person{id}@example.org,1950-01-01,City{id % 40}\n"
                   for id in range(1, PEOPLE + 1))
    status, _, text = service.send(
        "POST", "/api/import?noUndo=true", ("name,surname,age,email,birthDate,city\n" + rows).encode(), type="text/csv")
    assert status == 200 and f'"inserted":{PEOPLE}' in text, text[-500:]


def after(service, folder, group, seen):
    """What is wrong after a group of attacks."""
    if not service.is_alive:
        return ["THE SERVICE HAS ENDED: " + "".join(service.log)[-500:]]
    wrong = []
    if seen["failures"]:
        wrong.append(f"the client beside failed: {seen['failures'][:3]}")
    for kind, longest in [("reads", LONGEST), ("writes", group.writes)]:
        if seen[kind] > longest:
            wrong.append(f"the {kind} of the client beside waited {seen[kind]} ms")
    start = time.monotonic()
    if service.send("GET", "/health/ready")[0] != 200 or time.monotonic() - start > 1:
        wrong.append("not ready")
    peak = service.peak()
    if peak > MEMORY:
        wrong.append(f"{peak // 1024} MB of memory")
    if not any(not os.listdir(folder) or time.sleep(0.1) for _ in range(50)):
        wrong.append(f"temporary files: {os.listdir(folder)[:3]}")
    chain = {"chain": f'count {{ $0.surname == "{Neighbor.surname}" }}'}
    text = service.send("POST", "/api/query", chain)[2]
    stored = next((json.loads(line)["row"] for line in text.splitlines() if '"row"' in line), text)
    if not isinstance(stored, int) or not seen["stored"] <= stored <= seen["stored"] + seen["unknown"]:
        wrong.append(f"{seen['stored']} were acknowledged, {stored} are stored")
    return wrong


def attack(service, group):
    """Runs the attacks of a group, and returns what is wrong."""
    with concurrent.futures.ThreadPoolExecutor(group.at_once) as pool:
        found = pool.map(lambda one: (one.name, attacks.run(service, one, group.seconds)), group.attacks)
        return [f"{name}: {wrong}" for name, wrong in found if wrong]


def run(service, folder, groups):
    """Runs groups of attacks with a client beside them, and returns the number of faults."""
    beside = Beside(service)
    faults = 0
    quiet = attacks.group("nobody")
    service.peak()
    for group in [quiet, *groups]:
        start = time.monotonic()
        beside.begin()
        wrong = attack(service, group)
        time.sleep(max(0, 1.5 - (time.monotonic() - start)))
        seen = beside.end()
        peak = service.peak() // 1024 if service.is_alive else 0
        wrong += after(service, folder, group, seen)
        faults += len(wrong)
        print(f"{group.name:22} {len(group.attacks):4} attacks {time.monotonic() - start:6.1f} s   client beside: "
              f"{seen['count']:5} answers, p50 {seen['p50']:6} ms, p99 {seen['p99']:6} ms, max {seen['max']:6} ms "
              f"({seen['slowest']})   {peak} MB", flush=True)
        for one in wrong:
            print("  WRONG  " + one, flush=True)
        if not service.is_alive:
            break
    beside.stop()
    return faults


def tokens(folder):
    """Tokens of all roles, and their file."""
    path = os.path.join(folder, "tokens")
    made = {}
    for role in ("read", "write", "admin"):
        made[role] = subprocess.check_output(
            [program, "token", "--role", role, "--name", role, "--file", path], text=True).split()[-1]
    return made, path


def open_service(folder, groups):
    temporary = os.path.join(folder, "temporary")
    os.mkdir(temporary)
    service = Service(program, folder, "--time", "2", "--proxies", "127.0.0.1", environment={"TMPDIR": temporary})
    seed(service)
    faults = run(service, temporary, groups)
    if service.is_alive:
        findings = json.loads(service.send("POST", "/api/store/check")[2])["findings"]
        if findings:
            print(f"  WRONG  the store: {findings[:3]}")
            faults += 1
        service.end()
    return faults


def guarded_service(folder):
    made, path = tokens(folder)
    service = Service(program, folder, "--tokens", path, "--rate", "20")
    group = hostile_bodies.guarded(made)
    rows = b"name\n" + b"Ada\n" * 10
    service.send("POST", "/api/import", rows, {"Authorization": "Bearer " + made["write"]}, "text/csv")
    wrong = attack(service, group)
    print(f"{group.name:22} {len(group.attacks):4} attacks", flush=True)
    for one in wrong:
        print("  WRONG  " + one, flush=True)
    service.end()
    return len(wrong)


def is_wanted(group, attack):
    return group.name in wanted or f"{group.name}/{attack.name}" in wanted


def main():
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    groups = [hostile_http.broken, hostile_http.door, hostile_http.paths, hostile_bodies.bodies,
              hostile_bodies.imports, hostile_bodies.keys, hostile_work.shapes, hostile_work.work,
              hostile_work.memory, hostile_work.live, hostile_bodies.crowd, hostile_slow.slow]
    if wanted:
        groups = [group._replace(attacks=[one for one in group.attacks if is_wanted(group, one)]) for group in groups]
        groups = [group for group in groups if group.attacks]
    start = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        faults = open_service(folder, groups) if groups else 0
        if not wanted or "tokens and rates" in wanted:
            faults += guarded_service(folder)
    count = sum(len(group.attacks) for group in groups)
    print(f"{count} attacks and those with tokens in {time.monotonic() - start:.0f} s, {faults} faults")
    sys.exit(1 if faults else 0)


main()
