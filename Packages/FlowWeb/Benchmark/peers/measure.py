"""Starts each program, measures it with WebBenchmark, and prints the table. ../../benchmark calls it."""

import argparse
import glob
import gzip
import json
import os
import platform
import signal
import socket
import subprocess
import sys
import time
import urllib.request

HERE = os.path.dirname(os.path.abspath(__file__))
BIN = os.path.dirname(sys.executable)


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def processes(root):
    """The process and its descendants."""
    found, parents = [root], {}
    for path in glob.glob("/proc/[0-9]*/stat"):
        try:
            with open(path) as file:
                fields = file.read().rpartition(")")[2].split()
            parents[int(path.split("/")[2])] = int(fields[1])
        except OSError:
            pass
    for one in found:
        found += [child for child, parent in parents.items() if parent == one]
    return found


def memory(root):
    """The memory of a process and its descendants that no other process shares, in bytes."""
    total = 0
    for one in processes(root):
        with open(f"/proc/{one}/smaps_rollup") as file:
            total += sum(int(line.split()[1]) for line in file if line.startswith("Private_")) * 1024
    return total


class Program:
    """A program that serves the sign-up."""

    def __init__(self, name, tool, folder):
        self.name, self.tool, self.folder = name, tool, folder
        self.port, self.server, self.result = free_port(), None, {"name": name}

    @property
    def database(self):
        """The name of its database, if it has one on a server."""
        return "program" + os.path.basename(self.folder)

    def size_of_database(self):
        return int(sql(self.postgres, self.database, f"CHECKPOINT; SELECT pg_database_size('{self.database}')"))

    def command(self):
        raise NotImplementedError

    def environment(self):
        return {}

    def size(self):
        """The bytes on disk or in the database."""
        return 0

    def start(self):
        self.log = open(os.path.join(self.folder, "log"), "ab")
        self.server = subprocess.Popen(
            self.command(), env={**os.environ, **self.environment()}, stdout=self.log, stderr=self.log,
            cwd=self.folder)
        for _ in range(300):
            try:
                urllib.request.urlopen(f"http://127.0.0.1:{self.port}/made", timeout=5).read()
                return
            except OSError:
                time.sleep(0.1)
        raise RuntimeError(f"{self.name} did not start; see {self.log.name}")

    def stop(self):
        self.server.send_signal(signal.SIGTERM)
        try:
            self.server.wait(20)
        except subprocess.TimeoutExpired:
            self.server.kill()
            self.server.wait()

    def ask(self, *words):
        output = subprocess.run(
            [self.tool, words[0], str(self.port), *map(str, words[1:])], stdout=subprocess.PIPE, check=True).stdout
        return json.loads(output) if output.strip() else {}


class FlowWeb(Program):
    def __init__(self, name, tool, folder, postgres=None):
        super().__init__(name, tool, folder)
        self.postgres, self.place = postgres, os.path.join(folder, "journal")
        if postgres:
            sql(postgres, "postgres", f"CREATE DATABASE {self.database}")
            self.place = f"postgresql://flow@/{self.database}?host={postgres}"

    def command(self):
        return [self.tool, "serve", str(self.port), self.place]

    def size(self):
        if self.postgres:
            return self.size_of_database()
        return sum(os.path.getsize(path) for path in glob.glob(self.place + "*"))


class Formtools(Program):
    is_plain = False

    def __init__(self, name, tool, folder, postgres=None):
        super().__init__(name, tool, folder)
        self.postgres, self.file = postgres, os.path.join(folder, "database.sqlite")
        if postgres:
            sql(postgres, "postgres", f"CREATE DATABASE {self.database}")
        subprocess.run(
            [sys.executable, os.path.join(HERE, "formtools_site.py")], env={**os.environ, **self.environment()},
            check=True)

    def environment(self):
        own = {"BENCHMARK_SQLITE": self.file}
        if self.postgres:
            own = {"BENCHMARK_POSTGRES": self.postgres, "BENCHMARK_DATABASE": self.database}
        if self.is_plain:
            own["BENCHMARK_PLAIN"] = "1"
        return {**own, "PYTHONPATH": HERE, "PYTHONDONTWRITEBYTECODE": "1"}

    def command(self):
        return [
            os.path.join(BIN, "gunicorn"), "--workers", str(os.cpu_count()), "--worker-class", "gthread",
            "--threads", "8", "--keep-alive", "5", "--bind", f"127.0.0.1:{self.port}", "formtools_site:application"]

    def size(self):
        if self.postgres:
            return self.size_of_database()
        return sum(os.path.getsize(path) for path in glob.glob(self.file + "*"))


class PlainFormtools(Formtools):
    is_plain = True


class LiveView(Program):
    """Its people are a Python program of their own, which speaks the protocol of LiveView."""

    def command(self):
        return [
            os.path.join(BIN, "uvicorn"), "--port", str(self.port), "--log-level", "critical", "liveview_site:app"]

    def environment(self):
        return {"PYTHONPATH": HERE, "PYTHONDONTWRITEBYTECODE": "1"}

    def ask(self, *words):
        output = subprocess.run(
            [sys.executable, os.path.join(HERE, "liveview_people.py"), words[0], str(self.port), *map(str, words[1:])],
            stdout=subprocess.PIPE, check=True).stdout
        return json.loads(output) if output.strip() else {}


def sql(host, database, text):
    return subprocess.run(
        ["psql", "-h", host, "-U", "flow", "-d", database, "-Atqc", text], stdout=subprocess.PIPE, check=True
    ).stdout.decode().strip()


def packed(folder, ending):
    sizes = []
    for path in glob.glob(os.path.join(folder, "*" + ending)):
        with open(path, "rb") as file:
            sizes.append(len(gzip.compress(file.read(), 6)))
    return max(sizes, default=0)


def measure_speed(programs, seconds, turns=5):
    """All programs take turns, and the best turn of each counts: what else the machine does only makes them slower."""
    for program in programs:
        program.start()
    try:
        for program in programs:
            program.ask("load", 16, 3)
        rounds = {program: ([], []) for program in programs}
        for _ in range(turns):
            for program in programs:
                rounds[program][0].append(program.ask("load", 16, seconds))
                rounds[program][1].append(program.ask("load", 16, seconds, 200))
        for program in programs:
            full, steady = rounds[program]
            program.result["full"] = max(full, key=lambda one: one["rate"])
            program.result["steady"] = min(steady, key=lambda one: one["p99"])
            print(program.name, json.dumps({"full": full, "steady": steady}), file=sys.stderr)
    finally:
        for program in programs:
            program.stop()


def measure_behaviour(program):
    program.start()
    try:
        pages = os.path.join(program.folder, "pages")
        os.makedirs(pages)
        program.ask("pages", pages)
        program.result["page"], program.result["script"] = packed(pages, ".html"), packed(pages, ".js")
        if not isinstance(program, LiveView):
            for work, tries in [("clicks", 20), ("twins", 20), ("tabs", 40)]:
                program.result[work] = program.ask(work, tries)
    finally:
        program.stop()


def measure_space(program, open_count):
    """Of a new process, so that the memory of the load doesn't count."""
    program.start()
    try:
        if isinstance(program, LiveView):
            # They are open as long as their people are connected.
            program.result["open"] = program.ask("open", open_count, program.server.pid)
            return
        program.ask("open", max(200, open_count // 10), 1)
        memory_before, size_before = memory(program.server.pid), program.size()
        program.ask("open", open_count, 1)
        program.result["open"] = {
            "memory": (memory(program.server.pid) - memory_before) / open_count,
            "size": (program.size() - size_before) / open_count,
        }
    finally:
        program.stop()


def measure_screens(program, count):
    """The memory of an open screen in memory, of a new process."""
    program.start()
    try:
        program.ask("screens", max(200, count // 10))
        before = memory(program.server.pid)
        program.ask("screens", count)
        program.result["screens"] = (memory(program.server.pid) - before) / count
    finally:
        program.stop()


def table(results):
    def row(title, value):
        cells = []
        for result in results:
            try:
                cells.append(value(result))
            except KeyError:
                cells.append("–")
        return f"| {title} | " + " | ".join(cells) + " |"

    print("| | " + " | ".join(result["name"] for result in results) + " |")
    print("| --- |" + " --- |" * len(results))
    print(row("requests/s, 16 people", lambda r: f"{r['full']['rate']:,.0f}"))
    print(row("journeys/s", lambda r: f"{r['full']['journeys']:,.0f}"))
    print(row("p50, p99 at full load in ms", lambda r: f"{r['full']['p50']:.1f}, {r['full']['p99']:.1f}"))
    print(row("p99 at 200 requests/s in ms", lambda r: (
        f"{r['steady']['p99']:.1f}" if r["steady"]["rate"] > 180 else f"only {r['steady']['rate']:.0f} requests/s")))
    print(row("largest page, gzip, in bytes", lambda r: f"{r['page']:,}"))
    print(row("script, gzip, in bytes", lambda r: f"{r['script']:,}"))
    print(row("memory per open journey in bytes", lambda r: f"{r['open']['memory']:,.0f}"))
    print(row("1,000,000 open journeys in memory", lambda r: f"{max(0, r['open']['memory']) / 1e3:,.2f} GB"))
    print(row("journal or database per open journey in bytes", lambda r: f"{r['open']['size']:,.0f}"))
    print(row("memory per open screen in memory in bytes", lambda r: f"{r['screens']:,.0f}"))
    races = [("clicks", "double click on the last page: times that it made two accounts"), ("twins", "the last page sent in two tabs at once: times that it made two accounts")]
    for work, title in races:
        print(row(title, lambda r: f"{r[work]['twice']} of {r[work]['tries']}"))
        print(row("… and a person who doesn't end on the last page", lambda r: f"{r[work]['elsewhere']}"))
    for key, title in [
        ("lost", "two pages sent at once: an answer that was accepted is lost, and nothing says so"),
        ("again", "… an answer that was accepted is asked for again"),
        ("told", "… an answer is refused, and the reply says so (no fault)"),
    ]:
        print(row(title, lambda r: f"{r['tabs'][key]} of {r['tabs']['tries']}"))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("tool")
    parser.add_argument("folder")
    parser.add_argument("--postgres", action="store_true")
    parser.add_argument("--seconds", type=float, default=10)
    parser.add_argument("--open", type=int, default=20_000)
    parser.add_argument("--screens", type=int, default=2_000)
    words = parser.parse_args()
    postgres = os.path.join(words.folder, "server") if words.postgres else None
    programs = [
        ("FlowWeb, FileStore", FlowWeb, None, words.open),
        ("FlowWeb, PostgreSQL", FlowWeb, postgres, words.open // 10) if postgres else None,
        # Few open ones, because they are slow, and are in the database.
        ("formtools, a page an address", Formtools, postgres, words.open // 20),
        ("formtools, one address", PlainFormtools, postgres, words.open // 20),
        ("LiveView in Python", LiveView, None, min(1_000, words.open // 20)),
    ]
    made = []
    for number, (name, kind, place, open_count) in enumerate(entry for entry in programs if entry):
        folder = os.path.join(words.folder, str(number))
        os.makedirs(folder)
        made.append((kind(name, words.tool, folder, *([place] if kind is not LiveView else [])), open_count))
    measure_speed([program for program, _ in made], words.seconds)
    for program, open_count in made:
        measure_behaviour(program)
        measure_space(program, open_count)
        if type(program) is FlowWeb and not program.postgres:
            measure_screens(program, words.screens)
        print(json.dumps(program.result), file=sys.stderr)
    print(f"{time.strftime('%Y-%m-%d')}, {platform.machine()}, {os.cpu_count()} cores, load "
          f"{os.getloadavg()[0]:.1f} after it; Python {platform.python_version()}\n")
    table([program.result for program, _ in made])


main()
