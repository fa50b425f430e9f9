"""Adapters of Absurd and procrastinate for the driver beside this file: contenders.py absurd|procrastinate.

They follow the same contract as flow-bench-adapter: variables in, JSON lines out, and an end within five seconds of SIGTERM.
"""
import asyncio
import collections
import json
import os
import signal
import sys
import time

URL = os.environ["DATABASE_URL"]
RATE = float(os.environ.get("PRODUCER_RATE", "100"))
WORKERS = int(os.environ.get("WORKER_COUNT", "32"))
WORK = int(os.environ.get("JOB_WORK_MS", "1")) / 1000
TICK = int(os.environ.get("SAMPLE_EVERY_S", "5"))
BATCH = int(os.environ.get("PRODUCER_BATCH_MAX", "128"))
INSTANCE = int(os.environ.get("BENCH_INSTANCE_ID", "0"))
SYSTEM = sys.argv[1]

latencies = collections.deque(maxlen=32768)
counts = {"started": 0, "completed": 0}


def emit(**record):
    record.update(system=SYSTEM, instance_id=INSTANCE)
    print(json.dumps(record), flush=True)


async def job(made):
    latencies.append((time.time(), (time.time() - made) * 1000))
    if WORK:
        await asyncio.sleep(WORK)
    counts["completed"] += 1


def rate():
    try:
        with open(os.environ["PRODUCER_RATE_CONTROL_FILE"]) as file:
            return float(file.read())
    except (KeyError, OSError, ValueError):
        return RATE


async def produce(start):
    credit, last = 0.0, time.monotonic()
    while True:
        await asyncio.sleep(0.01)
        now = time.monotonic()
        wanted = rate()
        credit = credit + wanted * (now - last) if wanted else 0.0
        last = now
        count = min(BATCH, int(credit))
        if count:
            credit -= count
            try:
                await start([time.time() for _ in range(count)])
                counts["started"] += count
            except Exception as error:
                print(f"start: {error}", file=sys.stderr)


async def sample():
    last, before = dict(counts), time.monotonic()
    while True:
        await asyncio.sleep(TICK - time.time() % TICK)
        now = time.monotonic()
        values = sorted(value for at, value in latencies if at > time.time() - 30)
        for name, rank in (("claim_p50_ms", 0.5), ("claim_p95_ms", 0.95), ("claim_p99_ms", 0.99)):
            if values:
                emit(kind="adapter", metric=name, value=values[min(len(values) - 1, int(rank * len(values)))], window_s=30)
        for name, key in (("enqueue_rate", "started"), ("completion_rate", "completed")):
            emit(kind="adapter", metric=name, value=(counts[key] - last[key]) / (now - before), window_s=TICK)
        last, before = dict(counts), now


async def procrastinate_parts():
    import procrastinate

    app = procrastinate.App(connector=procrastinate.PsycopgConnector(conninfo=URL))
    task = app.task(queue="bench", name="bench")(job)
    await app.open_async()
    if INSTANCE == 0 and not await app.check_connection_async():
        await app.schema_manager.apply_schema_async()
    while not await app.check_connection_async():
        await asyncio.sleep(0.1)

    async def start(times):
        await task.batch_defer_async(*({"made": made} for made in times))

    async def work():
        await app.run_worker_async(queues=["bench"], concurrency=WORKERS, install_signal_handlers=False)

    async def retry_stalled():
        # The recipe of its documentation for jobs whose workers have died.
        while True:
            await asyncio.sleep(5)
            try:
                for stalled in await app.job_manager.get_stalled_jobs(seconds_since_heartbeat=15):
                    await app.job_manager.retry_job(stalled)
            except Exception as error:
                print(f"retry: {error}", file=sys.stderr)

    return start, work, [retry_stalled()]


async def absurd_parts():
    from absurd_sdk import AsyncAbsurd

    app = AsyncAbsurd(URL, queue_name="bench")
    starter = AsyncAbsurd(URL, queue_name="bench")

    @app.register_task("bench")
    async def bench(params, _context):
        await job(params["made"])

    starter.register_task("bench")(bench)
    if INSTANCE == 0:
        await app.create_queue()

    async def start(times):
        for made in times:
            await starter.spawn("bench", {"made": made})

    async def work():
        await app.start_worker(concurrency=WORKERS, claim_timeout=10)

    return start, work, []


async def main():
    start, work, others = await {"absurd": absurd_parts, "procrastinate": procrastinate_parts}[SYSTEM]()
    emit(kind="descriptor", event_tables=[], extensions=[])
    stop = asyncio.Event()
    for number in (signal.SIGTERM, signal.SIGINT):
        asyncio.get_running_loop().add_signal_handler(number, stop.set)
    worker = asyncio.create_task(work())
    worker.add_done_callback(
        lambda task: task.cancelled() or print(f"The worker has ended: {task.exception()}", file=sys.stderr))
    tasks = [asyncio.create_task(part) for part in (produce(start), sample(), *others)]
    await stop.wait()
    for task in (worker, *tasks):
        task.cancel()
    sys.stdout.flush()
    os._exit(0)


asyncio.run(main())
