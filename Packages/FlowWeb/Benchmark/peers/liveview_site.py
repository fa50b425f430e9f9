"""The measured sign-up on pyview-web, LiveView in Python: one page, whose form changes with each answer."""

import os
from importlib import resources

from pyview import LiveView, PyView, defaultRootTemplate
from starlette.responses import PlainTextResponse
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

os.environ.setdefault("PYVIEW_SECRET", "0123456789abcdef0123456789abcdef")

PAGES = [
    ("Who are you?", [("name", "Your name", "text", True), ("email", "Email address", "email", True)]),
    ("Which plan?", [("kind", "Plan", "text", True)]),
    ("Where do you live?", [("street", "Street and number", "text", True), ("city", "Town or city", "text", True)]),
    ("Anything else?", [("text", "Note", "text", False)]),
    ("Check your answers", []),
]
accounts = []


class SignUp(LiveView):
    async def mount(self, socket, session):
        socket.context = {"number": 0, "values": {}}
        self.fill(socket.context, {})

    def fill(self, context, problems):
        values = context["values"]
        ended = context["number"] == len(PAGES)
        title, fields = ("Welcome", []) if ended else PAGES[context["number"]]
        context["title"], context["ended"] = title, ended
        context["fields"] = [
            {
                "name": name, "label": label, "type": kind, "value": values.get(name, ""),
                "problem": problems.get(name, ""),
            }
            for name, label, kind, _ in fields
        ]
        summary = ended or not fields
        context["answers"] = (
            [{"label": label, "value": values.get(name, "")} for _, all in PAGES for name, label, _, _ in all]
            if summary else [])

    async def handle_event(self, event, payload, socket):
        context = socket.context
        if event != "send" or context["number"] == len(PAGES):
            return
        fields, problems = PAGES[context["number"]][1], {}
        for name, label, kind, required in fields:
            value = payload.get(name, [""])[0].strip()
            context["values"][name] = value
            if required and not value:
                problems[name] = f"Enter {label.lower()}."
            elif kind == "email" and "@" not in value:
                problems[name] = "Enter an email address."
        if not problems:
            context["number"] += 1
            if context["number"] == len(PAGES):
                accounts.append(dict(context["values"]))
        self.fill(context, problems)


app = PyView(routes=[
    Mount("/static", app=StaticFiles(directory=str(resources.files("pyview") / "static"))),
    Route("/made", lambda request: PlainTextResponse(str(len(accounts)))),
])
app.rootTemplate = defaultRootTemplate(title="The shop")
app.add_live_view("/sign-up", SignUp)
