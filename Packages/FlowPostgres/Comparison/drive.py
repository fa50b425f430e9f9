"""Plays the scenarios of hardbyte/postgresql-job-queue-benchmarking, without containers, on a private server.

drive.py CLUSTER FOLDER ADAPTER [--systems a,b] [--scenarios a,b] [--phase SECONDS] [--rate JOBS] [--workers N] [--work MS]

CLUSTER is the script 'cluster', FOLDER the folder of the server, and ADAPTER the program flow-bench-adapter. Prints a table. The exit
status is 1 if the first system has lost a job, or hasn't continued by itself.
"""
import argparse
import json
import os
import pathlib
import signal
import statistics
import subprocess
import sys
import threading
import time

import psycopg

SCENARIOS = [
    "crash_recovery", "chaos_postgres_restart", "repeated_kills", "pg_backend_kill", "pool_exhaustion",
    "idle_in_tx_saturation", "sustained_high_load", "active_readers", "burst",
]
DONE = {
    "flow": "select count(*), count(*) filter (where state = 'completed') from flowstate.runs",
    "absurd": "select count(*), count(*) filter (where state = 'completed') from absurd.t_bench",
    "procrastinate": "select count(*), count(*) filter (where status = 'succeeded') from procrastinate_jobs",
}
TABLE = {"flow": "flowstate.runs", "absurd": "absurd.t_bench", "procrastinate": "procrastinate_jobs"}


class Server:
    def __init__(self, cluster, folder):
        self.cluster, self.folder = cluster, folder
        self.base = self.call("url")

    def call(self, *command):
        result = subprocess.run([self.cluster, command[0], self.folder, *command[1:]], capture_output=True, text=True)
        if result.returncode:
            raise RuntimeError(result.stderr)
        return result.stdout.strip()

    def url(self, database):
        head, _, query = self.base.partition("?")
        return f"{head.rsplit('/', 1)[0]}/{database}?{query}"

    def connect(self, database="postgres"):
        return psycopg.connect(self.url(database), autocommit=True)

    def milliseconds(self):
        """The processor time of all processes of the server, including those that have ended."""
        first = int((pathlib.Path(self.folder) / "data/postmaster.pid").read_text().split()[0])
        total = 0
        for stat in pathlib.Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = stat.read_text().rsplit(")", 1)[1].split()
            except OSError:
                continue
            if int(stat.parent.name) == first:
                total += sum(map(int, fields[11:15]))
            elif int(fields[1]) == first:
                total += sum(map(int, fields[11:13]))
        return total * 1000 / os.sysconf("SC_CLK_TCK")


class Replica:
    """One process of an adapter, and the samples that it has written."""

    def __init__(self, system, command, environment, number):
        self.command, self.environment, self.number = command, environment, number
        self.samples, self.lock = [], threading.Lock()
        self.log = open(f"/tmp/flow-bench.{system}.{number}.log", "w")
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            self.command, env={**os.environ, **self.environment}, stdout=subprocess.PIPE, stderr=self.log, text=True)
        threading.Thread(target=self.read, args=(self.process,), daemon=True).start()

    def read(self, process):
        for line in process.stdout:
            record = json.loads(line)
            if record.get("kind") == "adapter":
                with self.lock:
                    self.samples.append((time.monotonic(), record["metric"], record["value"]))

    def values(self, metric, since, until):
        with self.lock:
            return [value for at, name, value in self.samples if name == metric and since <= at <= until]

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self):
        """Ends the process, and returns whether it did so within five seconds."""
        self.process.terminate()
        try:
            return self.process.wait(5) == 0
        except subprocess.TimeoutExpired:
            self.kill()
            return False


class Trial:
    def __init__(self, server, system, scenario, options):
        self.server, self.system, self.scenario, self.options = server, system, scenario, options
        self.database = f"bench_{system}_{scenario}"
        with server.connect() as connection:
            connection.execute(f'drop database if exists "{self.database}" with (force)')
            connection.execute(f'create database "{self.database}"')
        url = server.url(self.database)
        if system == "absurd":
            tool = str(pathlib.Path(sys.executable).parent / "absurdctl")
            subprocess.run([tool, "init", "--database", url], check=True, capture_output=True)
        self.rates = f"/tmp/flow-bench.{system}.rate"
        command = [options.adapter] if system == "flow" else [
            sys.executable, str(pathlib.Path(__file__).parent / "contenders.py"), system]
        self.count = 2 if scenario in ("crash_recovery", "repeated_kills") else 1
        self.offer(options.rate)
        environment = {
            "DATABASE_URL": url, "SCENARIO": "long_horizon", "PRODUCER_MODE": "fixed", "SAMPLE_EVERY_S": "1",
            "PRODUCER_RATE": str(options.rate), "WORKER_COUNT": str(options.workers), "JOB_WORK_MS": str(options.work),
            "PRODUCER_RATE_CONTROL_FILE": self.rates,
        }
        self.replicas = []
        for number in range(self.count):
            self.replicas.append(Replica(system, command, {**environment, "BENCH_INSTANCE_ID": str(number)}, number))
            time.sleep(1)

    def offer(self, rate):
        pathlib.Path(self.rates).write_text(str(rate / self.count))

    def phase(self, seconds):
        begin = time.monotonic()
        time.sleep(seconds)
        end = time.monotonic()

        def total(metric):
            ticks = [replica.values(metric, begin + 1, end) for replica in self.replicas]
            return sum(statistics.mean(values) for values in ticks if values)

        latest = [values[-1] for replica in self.replicas if (values := replica.values("claim_p99_ms", begin, end))]
        return {"done": total("completion_rate"), "started": total("enqueue_rate"), "p99": max(latest, default=None)}

    def progress(self):
        try:
            with self.server.connect(self.database) as connection:
                return connection.execute(DONE[self.system]).fetchone()
        except psycopg.Error:
            return None

    def play(self):
        length = self.options.phase
        self.phase(max(3, length / 3))
        before, jobs = self.server.milliseconds(), self.progress()
        baseline = self.phase(length)
        spent, now = self.server.milliseconds() - before, self.progress()
        baseline["ms"] = spent / max(1, now[1] - jobs[1]) if now and jobs else None
        undo = getattr(self, self.scenario)(length)
        stress = self.phase(length)
        undo()
        self.offer(self.options.rate)
        recovery = self.phase(length)
        self.offer(0)
        begin = time.monotonic()
        while time.monotonic() - begin < 45:
            now = self.progress()
            if now and now[0] == now[1]:
                break
            time.sleep(0.5)
        drained = time.monotonic() - begin
        ends = [replica.stop() for replica in self.replicas]
        now = self.progress()
        # A trial whose jobs can't be counted hasn't shown that none is lost.
        if now is None:
            raise RuntimeError(f"the jobs in the database {self.database} can't be counted")
        return {
            "system": self.system, "scenario": self.scenario, "baseline": baseline, "stress": stress, "recovery": recovery,
            "jobs": now[0], "left": now[0] - now[1], "drained": drained, "ends": all(ends),
            "continues": recovery["done"] >= 0.9 * min(self.options.rate, baseline["done"]),
        }

    # Each scenario begins its disturbance, and returns a function that ends it.

    def crash_recovery(self, length):
        self.replicas[0].kill()
        return self.replicas[0].start

    def chaos_postgres_restart(self, length):
        self.server.call("stop", "fast")
        threading.Timer(length / 2, lambda: self.server.call("start")).start()
        return lambda: None

    def repeated_kills(self, length):
        def kill():
            self.replicas[0].kill()
            self.replicas[0].start()
        return self.repeat(kill, length / 4)

    def pg_backend_kill(self, length):
        def kill():
            with self.server.connect() as connection:
                connection.execute(
                    "select pg_terminate_backend(pid) from pg_stat_activity where datname = %s and pid <> pg_backend_pid() "
                    "and state in ('active', 'idle in transaction')", (self.database,))
        return self.repeat(kill, 0.5)

    def repeat(self, action, pause):
        end = threading.Event()

        def run():
            while not end.is_set():
                try:
                    action()
                except psycopg.Error:
                    pass
                end.wait(pause)

        thread = threading.Thread(target=run)
        thread.start()

        def finish():
            end.set()
            thread.join()
        return finish

    def pool_exhaustion(self, length):
        held = []
        try:
            for _ in range(300):
                held.append(self.server.connect(self.database))
        except psycopg.Error:
            pass
        return lambda: [connection.close() for connection in held]

    def idle_in_tx_saturation(self, length):
        connection = psycopg.connect(self.server.url(self.database))
        connection.execute("select txid_current()")
        return connection.close

    def sustained_high_load(self, length):
        self.offer(self.options.rate * 1.5)
        return lambda: None

    def burst(self, length):
        self.offer(self.options.rate * 10)
        timer = threading.Timer(length / 4, lambda: self.offer(self.options.rate))
        timer.start()
        return timer.join

    def active_readers(self, length):
        def read():
            with psycopg.connect(self.server.url(self.database)) as connection:
                connection.isolation_level = psycopg.IsolationLevel.REPEATABLE_READ
                begin = time.monotonic()
                while time.monotonic() - begin < length:
                    connection.execute(f"select count(*) from {TABLE[self.system]}").fetchone()
                    time.sleep(0.1)
        threads = [threading.Thread(target=read) for _ in range(4)]
        for thread in threads:
            thread.start()
        return lambda: [thread.join() for thread in threads]

    # Not one of the published scenarios: the most that a system does, and what it does when it is offered more.

    def peak(self, length):
        self.offer(self.options.rate * 100)
        return lambda: None


def text(value, digits=0):
    return "–" if value is None else f"{value:,.{digits}f}"


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("cluster")
    parser.add_argument("folder")
    parser.add_argument("adapter")
    parser.add_argument("--systems", default="flow,absurd,procrastinate")
    parser.add_argument("--scenarios", default=",".join(SCENARIOS))
    parser.add_argument("--phase", type=float, default=6)
    parser.add_argument("--rate", type=float, default=60)
    parser.add_argument("--workers", type=int, default=64)
    parser.add_argument("--work", type=int, default=1)
    options = parser.parse_args()
    server = Server(options.cluster, options.folder)
    systems = options.systems.split(",")
    print("| scenario | system | jobs/s before | during | after | p99 to the claim during, ms | server ms a job | left | continues |")
    print("| --- | --- | ---: | ---: | ---: | ---: | ---: | ---: | --- |")
    isFine = True
    for scenario in options.scenarios.split(","):
        for system in systems:
            try:
                result = Trial(server, system, scenario, options).play()
            except Exception as error:
                print(f"{scenario} {system}: {error!r}", file=sys.stderr)
                isFine = isFine and system != systems[0]
                continue
            before, during, after = result["baseline"], result["stress"], result["recovery"]
            print(
                f"| {scenario} | {system} | {text(before['done'])} | {text(during['done'])} | {text(after['done'])} | "
                f"{text(during['p99'])} | {text(before['ms'], 1)} | {result['left']} of {result['jobs']:,} | "
                f"{'yes' if result['continues'] and result['ends'] else 'no'} |", flush=True)
            if system == systems[0] and (result["left"] or not result["continues"] or not result["ends"]):
                isFine = False
    sys.exit(0 if isFine else 1)


main()
