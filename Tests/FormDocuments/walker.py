#!/usr/bin/env python3
"""Walks form documents of XGovFormBuilder/digital-form-builder, by the rules of its runner.

Prints a line of JSON for each document: its name, the document, and for several sets of answers the pages that a person sees and the
fees. The rules are those of `FormModel.getRelevantPages`, `PageControllerBase.getNextPage` and `getConditionEvaluationContext`, of the
condition model, and of expr-eval 2.0.2. Nothing here knows flow documents.

    walker.py --folder FOLDER --trials 200 --seed 1        the documents of a folder
    walker.py --random 10000 --trials 4 --seed 1           random documents
"""
import argparse
import json
import os
import random
import sys

from expressions import UNDEFINED, Failure, Unparsable, evaluate, parse, truthy
from generator import answers_for, random_document

NOW = "2026-11-26T11:34:54.123Z"
CONTENT = {"Para", "Html", "InsetText", "Details", "FlashCard", "List"}
OPERATORS = {"is": "==", "is not": "!="}
NUMBERS = {"is at least": ">=", "is at most": "<=", "is less than": "<", "is more than": ">"}
LENGTHS = {"is longer than": ">", "is shorter than": "<", "has length": "=="}
DATES = {"is": "==", "is not": "!=", "is before": "<", "is after": ">"}
RELATIVE = {"is at least": ("<=", ">="), "is at most": (">=", "<="), "is less than": (">", "<"), "is more than": ("<", ">")}
DATE_FIELDS = {"DateField", "TimeField", "DatePartsField", "DateTimeField", "DateTimePartsField"}


# The condition model, written as a text for expr-eval


def atom(condition):
    if "conditions" in condition:
        return group(condition["conditions"])
    if "conditionName" in condition:
        return condition["conditionName"]
    field, operator, value = condition["field"], condition["operator"], condition["value"]
    kind, name = field["type"], field["name"]
    given = value["timePeriod"] if value["type"] == "RelativeTime" else value["value"]
    if not isinstance(given, str) or not given:
        raise Unparsable("no value")
    if kind in DATE_FIELDS:
        if operator in DATES:
            if value["type"] != "Value":
                raise Unparsable("an absolute operator with a relative time")
            return f"{name} {DATES[operator]} '{value['value']}'"
        past, future = RELATIVE[operator]
        if value["type"] != "RelativeTime":
            raise Unparsable("a relative operator without a relative time")
        is_past = value["direction"] == "in the past"
        if not is_past and value["direction"] != "in the future":
            raise Unparsable("no direction")
        period = f"-{value['timePeriod']}" if is_past and float(value["timePeriod"]) != 0 else value["timePeriod"]
        function = "timeForComparison" if value.get("timeOnly") else "dateForComparison"
        return f"{name} {past if is_past else future} {function}({period}, '{value['timeUnit']}')"
    if value["type"] != "Value":
        raise Unparsable("a relative time without a date")
    shown = given if kind in ("NumberField", "YesNoField") else f"'{given}'"
    if kind == "CheckboxesField":
        text = f"{shown} in {name}"
        return {"contains": text, "does not contain": f"not ({text})"}[operator]
    if kind in ("TextField", "MultilineTextField", "EmailAddressField") and operator in LENGTHS:
        return f"length({name}) {LENGTHS[operator]} {given}"
    if kind == "NumberField" and operator in NUMBERS:
        return f"{name} {NUMBERS[operator]} {shown}"
    return f"{name} {OPERATORS[operator]} {shown}"


def group(conditions):
    if len(conditions) < 2:
        raise Unparsable("a group of one condition")
    return f"({joined(conditions)})"


def joined(conditions):
    """Joins conditions. Those between two `or` are grouped, so `and` binds first, as it does in expr-eval."""
    parts = []
    for place, condition in enumerate(conditions):
        first = condition
        while "conditions" in first and "coordinator" not in first:
            first = first["conditions"][0]
        coordinator = first.get("coordinator")
        if place > 0 and coordinator:
            parts.append(coordinator)
        parts.append(atom(condition))
    return " ".join(parts)


def parsed(condition):
    value = condition["value"]
    try:
        return parse(value if isinstance(value, str) else joined(value["conditions"]))
    except (Unparsable, KeyError, TypeError, IndexError, ValueError, AttributeError):
        return None


# The walk


class Walk:
    def __init__(self, document):
        self.pages = document["pages"]
        self.first = {}
        for page in self.pages:
            self.first.setdefault(page["path"], page)
        self.sections = {section["name"] for section in document.get("sections") or []}
        self.conditions = {condition["name"]: parsed(condition) for condition in document.get("conditions") or []}
        self.fees = document.get("fees") or []
        self.start = document.get("startPage")
        self.state = {}

    def section(self, page):
        return page.get("section") if page.get("section") in self.sections else None

    def passes(self, name, active=()):
        return truthy(self.value(name, active))

    def value(self, name, active=()):
        tree = self.conditions.get(name)
        if tree is None or name in active:
            return False

        def look(variable):
            if variable in self.conditions:
                return self.value(variable, (*active, name))
            return self.state.get(variable, UNDEFINED)

        try:
            return evaluate(tree, look, NOW)
        except Failure:
            return False

    def enter(self, page, answers):
        section = self.section(page)
        values = self.state.setdefault(section, {}) if section else self.state
        for component in page.get("components") or []:
            if component["type"] in CONTENT or not component.get("name"):
                continue
            value = state_value(component, answers.get(component["name"]))
            if page.get("controller") == "RepeatingFieldPageController":
                value = UNDEFINED if section else value if isinstance(value, list) else [value]
            values[component["name"]] = value

    def following(self, page):
        default = None
        for link in page.get("next") or []:
            if not link.get("redirect") and link.get("path") not in self.first:
                continue
            if not link.get("condition"):
                default = link
            elif self.passes(link["condition"]):
                return link
        return default if default and not default.get("redirect") else None

    def path(self, answers):
        """The pages until the last one, or until a page would come again: the runner never leaves such a circle."""
        page = self.first.get(self.start) or (self.pages[0] if self.pages else None)
        pages = []
        while page is not None and page["path"] not in pages:
            pages.append(page["path"])
            self.enter(page, answers.get(page["path"], {}))
            link = self.following(page)
            if link and link.get("redirect"):
                pages.append(link["redirect"])
                break
            page = self.first[link["path"]] if link else None
        return pages

    def fee(self, pages):
        """The amount that the summary page asks for; nothing without one."""
        last = self.first.get(pages[-1]) if pages else None
        if not last or not is_summary(last) or not self.fees:
            return None
        total = 0
        for fee in self.fees:
            if fee.get("condition") and not self.passes(fee["condition"]):
                continue
            times = 1
            if fee.get("multiplier"):
                value = self.state
                for part in fee["multiplier"].split("."):
                    value = value.get(part, UNDEFINED) if isinstance(value, dict) else UNDEFINED
                times = number_of(value)
            total += fee["amount"] * times
        return total


def number_of(value):
    try:
        return float(value) or 1
    except (TypeError, ValueError):
        return 1


def is_summary(page):
    return (page.get("controller") or "") in ("./pages/summary.js", "./pages/summary.ts", "SummaryPageController")


def state_value(component, answer):
    """The value in the session, which is stored as JSON: a date is a text in UTC."""
    if answer is None:
        return None
    kind = component["type"]
    if kind in ("DateField", "DatePartsField"):
        return f"{answer}T00:00:00.000Z"
    if kind in ("DateTimeField", "DateTimePartsField"):
        return f"{answer}:00.000Z"
    if kind == "MonthYearField":
        year, month = answer.split("-")
        return {f"{component['name']}__year": float(year), f"{component['name']}__month": float(month)}
    return answer


def line(name, document, trials, chance):
    cases = []
    for _ in range(trials):
        answers = answers_for(document, chance, NOW)
        walk = Walk(document)
        pages = walk.path(answers)
        cases.append({"answers": {page: answers[page] for page in pages if page in answers}, "path": pages, "fee": walk.fee(pages)})
    return json.dumps({"name": name, "now": NOW, "document": document, "cases": cases}, separators=(",", ":"))


def main():
    options = argparse.ArgumentParser()
    options.add_argument("--folder")
    options.add_argument("--random", type=int, default=0)
    options.add_argument("--trials", type=int, default=100)
    options.add_argument("--seed", type=int, default=1)
    options = options.parse_args()
    if options.folder:
        for file in sorted(os.listdir(options.folder)):
            if file.endswith(".json"):
                with open(os.path.join(options.folder, file), encoding="utf-8-sig") as text:
                    document = json.load(text)
                if isinstance(document, dict) and isinstance(document.get("pages"), list):
                    print(line(file, document, options.trials, random.Random(f"{options.seed} {file}")))
    for place in range(options.random):
        chance = random.Random(f"{options.seed} {place}")
        print(line(f"random {place}", random_document(chance), options.trials, chance))


if __name__ == "__main__":
    sys.exit(main())
