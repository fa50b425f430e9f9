"""People who walk through the sign-up of liveview_site.py, with the protocol of LiveView on a WebSocket."""

import asyncio
import base64
import json
import os
import re
import sys
import time

ANSWERS = [
    "name=Ada+Lovelace&email=ada%40example.org", "kind=basic", "street=12+Long+Road&city=London", "text=By+noon", "",
]


class Person:
    def __init__(self, port, times, due=None):
        self.port, self.times, self.due, self.number = port, times, due, 0

    async def timed(self, work):
        start = await self.due() if self.due else time.perf_counter()
        result = await work
        self.times.append((time.perf_counter() - start) * 1000)
        return result

    async def open(self):
        self.page = await self.timed(self.get("/sign-up"))
        self.token = re.search(r'csrf-token" content="([^"]*)"', self.page).group(1)
        self.session = re.search(r'data-phx-session="([^"]*)"', self.page).group(1)
        self.topic = "lv:" + re.search(r'id="(phx-[^"]*)"', self.page).group(1)
        await self.timed(self.join())

    async def get(self, path):
        reader, writer = await asyncio.open_connection("127.0.0.1", self.port)
        writer.write(f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nConnection: close\r\n\r\n".encode())
        body = (await reader.read()).decode()
        writer.close()
        return body.partition("\r\n\r\n")[2]

    async def join(self):
        self.reader, self.writer = await asyncio.open_connection("127.0.0.1", self.port)
        key = base64.b64encode(os.urandom(16)).decode()
        self.writer.write(
            f"GET /live/websocket?vsn=2.0.0 HTTP/1.1\r\nHost: 127.0.0.1:{self.port}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n\r\n".encode())
        await self.reader.readuntil(b"\r\n\r\n")
        await self.ask("phx_join", {
            "url": f"http://127.0.0.1:{self.port}/sign-up", "params": {"_csrf_token": self.token, "_mounts": 0},
            "session": self.session, "static": ""})

    async def ask(self, event, payload):
        self.number += 1
        data = json.dumps(["1", str(self.number), self.topic, event, payload]).encode()
        size = bytes([0x80 | len(data)]) if len(data) < 126 else b"\xfe" + len(data).to_bytes(2, "big")
        head = b"\x81" + size
        self.writer.write(head + b"\0\0\0\0" + data)
        while True:
            first, size = await self.reader.readexactly(2)
            size &= 127
            if size == 126:
                size = int.from_bytes(await self.reader.readexactly(2), "big")
            elif size == 127:
                size = int.from_bytes(await self.reader.readexactly(8), "big")
            text = await self.reader.readexactly(size)
            if first & 15 == 1:
                return text.decode()

    async def send(self, page):
        return await self.timed(self.ask("event", {"type": "form", "event": "send", "value": ANSWERS[page]}))

    async def walk(self):
        await self.open()
        for page in range(len(ANSWERS)):
            reply = await self.send(page)
        assert "Welcome" in reply, reply
        self.writer.close()


async def load(port, people, seconds, rate=None):
    start, times, journeys, ticket = time.perf_counter(), [], 0, 0

    async def due():
        nonlocal ticket
        ticket += 1
        moment = start + ticket / rate
        await asyncio.sleep(max(0, moment - time.perf_counter()))
        return moment

    async def one():
        nonlocal journeys
        while time.perf_counter() < start + seconds:
            await Person(port, times, due if rate else None).walk()
            journeys += 1

    await asyncio.gather(*(one() for _ in range(people)))
    took = time.perf_counter() - start
    times.sort()
    return {
        "requests": len(times), "seconds": took, "rate": len(times) / took, "p50": times[len(times) // 2],
        "p99": times[int(len(times) * 0.99)], "journeys": journeys / took, "refusals": 0,
    }


async def opened(port, count, process):
    """The memory of the server while so many people are connected, who have answered one page."""

    def memory():
        with open(f"/proc/{process}/smaps_rollup") as file:
            return sum(int(line.split()[1]) for line in file if line.startswith("Private_")) * 1024

    async def begin():
        person = Person(port, [])
        await person.open()
        await person.send(0)
        return person

    people = [await begin() for _ in range(100)]
    before = memory()
    people += [await begin() for _ in range(count)]
    return {"memory": (memory() - before) / count}


async def pages(port, folder):
    person = Person(port, [])
    await person.open()
    with open(os.path.join(folder, "1.html"), "w") as file:
        file.write(person.page)
    for page in range(len(ANSWERS)):
        with open(os.path.join(folder, f"{page + 2}.html"), "w") as file:
            file.write(await person.send(page))
    with open(os.path.join(folder, "0.js"), "w") as file:
        file.write(await person.get("/static/assets/app.js"))


def main():
    work, port = sys.argv[1], int(sys.argv[2])
    words = sys.argv[3:]
    if work == "load":
        result = asyncio.run(load(port, int(words[0]), float(words[1]), float(words[2]) if len(words) > 2 else None))
    elif work == "open":
        result = asyncio.run(opened(port, int(words[0]), int(words[1])))
    else:
        result = asyncio.run(pages(port, words[0]))
    if result:
        print(json.dumps(result))


main()
