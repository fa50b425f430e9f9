"""Measures workflows of three steps, from start to end, of Absurd and DBOS: peers.py URL COUNT. The script 'benchmark' calls it."""

import concurrent.futures
import logging
import multiprocessing
import sys
import time

URL, COUNT = sys.argv[1], int(sys.argv[2])
THREADS = int(sys.argv[3]) if len(sys.argv) > 3 else 16


def absurd_application():
    from absurd_sdk import Absurd

    application = Absurd(URL, queue_name="peers")

    @application.register_task(name="three")
    def three(parameters, context):
        one = context.step("one", lambda: parameters["number"])
        two = context.step("two", lambda: one + 1)
        return context.step("three", lambda: two + 1)

    return application


def absurd_worker():
    absurd_application().start_worker(poll_interval=0.01)


def spawn(count):
    application = absurd_application()
    for number in range(count):
        application.spawn("three", {"number": number})


def measure_absurd():
    """Four processes spawn, and four work, because a client has one connection."""
    import psycopg

    absurd_application().create_queue("peers")
    workers = [multiprocessing.Process(target=absurd_worker, daemon=True) for _ in range(4)]
    for worker in workers:
        worker.start()
    time.sleep(2)
    start = time.monotonic()
    spawners = [multiprocessing.Process(target=spawn, args=(COUNT // 4,)) for _ in range(4)]
    for spawner in spawners:
        spawner.start()
    with psycopg.connect(URL, autocommit=True) as connection:
        while True:
            done = connection.execute("select count(*) from absurd.t_peers where state = 'completed'").fetchone()[0]
            if done >= COUNT // 4 * 4:
                break
            time.sleep(0.02)
    seconds = time.monotonic() - start
    for worker in workers:
        worker.kill()
    return COUNT / seconds


def measure_dbos():
    from dbos import DBOS

    logging.disable(logging.CRITICAL)
    # As many at once as it can use: more threads than these make it slower.
    DBOS(config={"name": "peers", "system_database_url": URL, "log_level": "CRITICAL"})

    @DBOS.step()
    def one(number):
        return number

    @DBOS.step()
    def two(number):
        return number + 1

    @DBOS.workflow()
    def three(number):
        return two(two(one(number)))

    DBOS.launch()
    three(0)
    start = time.monotonic()
    with concurrent.futures.ThreadPoolExecutor(THREADS) as pool:
        list(pool.map(three, range(COUNT)))
    seconds = time.monotonic() - start
    DBOS.destroy()
    return COUNT / seconds


if __name__ == "__main__":
    for name, measure in [("Absurd", measure_absurd), ("DBOS", measure_dbos)]:
        print(f"{name}: workflows of three steps".ljust(40), f"{measure():.0f}/s", flush=True)
