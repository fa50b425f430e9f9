"""Random answers to form documents, and random documents of the same shape."""
import datetime
import re

FIELDS = [
    "TextField", "MultilineTextField", "YesNoField", "DateField", "TimeField", "DateTimeField", "DatePartsField",
    "DateTimePartsField", "MonthYearField", "SelectField", "AutocompleteField", "RadiosField", "CheckboxesField", "NumberField",
    "UkAddressField", "TelephoneNumberField", "EmailAddressField", "FileUploadField", "WebsiteField",
]
CONTENT = ["Para", "Html", "InsetText", "Details", "FlashCard", "List"]
LISTS = ("SelectField", "AutocompleteField", "RadiosField", "CheckboxesField")
WORDS = ["red", "green", "blue", "10", "7", "a b", "Ada", "yes", "true"]


def strings(value):
    """Every text in a value, for answers that conditions ask for."""
    if isinstance(value, str):
        yield value
        yield from re.findall(r"'([^']*)'", value)
        yield from re.findall(r"\d+(?:\.\d+)?", value)
    elif isinstance(value, dict):
        for part in value.values():
            yield from strings(part)
    elif isinstance(value, list):
        for part in value:
            yield from strings(part)


def option_list(document, component):
    name = component.get("list") or (component.get("options") or {}).get("list") or (component.get("values") or {}).get("list")
    found = next((entry for entry in document.get("lists") or [] if entry["name"] == name), None)
    return found or component.get("values") or {"items": []}


def option_values(document, component):
    entry = option_list(document, component)
    kind = entry.get("type", "string") if entry.get("type") != "static" else entry.get("valueType", "string")
    values = []
    for item in entry.get("items") or []:
        value = item.get("value")
        if value is None:
            continue
        if kind == "number":
            try:
                value = float(value)
            except (TypeError, ValueError):
                continue
        elif not isinstance(value, str):
            value = ("true" if value else "false") if isinstance(value, bool) else repr(value) if isinstance(value, float) else str(value)
        if value != "" and value not in values:
            values.append(value)
    return values


def answers_for(document, chance, now):
    """Answers to every page: what a person may enter, often what a condition asks for."""
    asked = sorted(set(strings([condition.get("value") for condition in document.get("conditions") or []])))
    days = [text for text in asked if re.fullmatch(r"\d{4}-\d\d-\d\d", text)]
    times = [text for text in asked if re.fullmatch(r"([01]\d|2[0-3]):[0-5]\d", text)]
    numbers = [float(text) for text in asked if re.fullmatch(r"\d+(\.\d+)?", text)]
    answers = {}
    for page in document["pages"]:
        values = answers.setdefault(page["path"], {})
        for component in page.get("components") or []:
            if component.get("name") and component["type"] not in CONTENT:
                values[component["name"]] = answer(document, page, component, chance, asked, days, times, numbers, now)
    return answers


def a_day(chance, days, numbers, now):
    today = datetime.date.fromisoformat(now[:10])
    try:
        if days and chance.random() < 0.5:
            day = datetime.date.fromisoformat(chance.choice(days))
        elif numbers and chance.random() < 0.7:
            count = int(chance.choice(numbers)) * chance.choice([-1, 1])
            unit = chance.choice(["days", "months", "years"])
            if unit == "days":
                day = today + datetime.timedelta(days=count)
            else:
                months = today.year * 12 + today.month - 1 + count * (12 if unit == "years" else 1)
                day = datetime.date(months // 12, months % 12 + 1, min(today.day, 28))
        else:
            day = today + datetime.timedelta(days=chance.randint(-20_000, 2_000))
        day += datetime.timedelta(days=chance.randint(-1, 1))
    except (ValueError, OverflowError):
        day = today
    return day.isoformat() if 1900 <= day.year <= 2999 else today.isoformat()


def a_time(chance, times):
    return chance.choice(times) if times and chance.random() < 0.6 else f"{chance.randint(0, 23):02d}:{chance.randint(0, 59):02d}"


def answer(document, page, component, chance, asked, days, times, numbers, now):
    kind, options, schema = component["type"], component.get("options") or {}, component.get("schema") or {}
    is_repeating = page.get("controller") == "RepeatingFieldPageController"
    if options.get("required") is False and not is_repeating and chance.random() < 0.25:
        return None
    if kind in LISTS:
        values = option_values(document, component)
        if not values:
            return chance.choice(WORDS)
        if kind == "CheckboxesField" or is_repeating:
            return chance.sample(values, chance.randint(1, len(values)))
        wanted = [value for value in values if value in asked]
        return chance.choice(wanted if wanted and chance.random() < 0.5 else values)
    if kind == "YesNoField":
        return chance.random() < 0.5
    if kind == "NumberField":
        low, high = limit_of(schema, "min"), limit_of(schema, "max")
        number = chance.choice(numbers) + chance.randint(-1, 1) if numbers and chance.random() < 0.7 else float(chance.randint(-5, 120))
        number = number if low is None else max(low, number)
        return number if high is None else min(high, number)
    if kind in ("DateField", "DatePartsField"):
        return a_day(chance, days, numbers, now)
    if kind in ("DateTimeField", "DateTimePartsField"):
        return f"{a_day(chance, days, numbers, now)}T{a_time(chance, times)}"
    if kind == "MonthYearField":
        return f"{chance.randint(1950, 2040)}-{chance.randint(1, 12):02d}"
    if kind == "TimeField":
        return a_time(chance, times)
    if kind == "UkAddressField":
        return {
            "addressLine1": chance.choice(["1 High Street", "red"]), "addressLine2": chance.choice([None, "Flat 2"]),
            "town": chance.choice(["London", "Leeds"]), "postcode": chance.choice(["SW1A 1AA", "LS1 1AA"]),
        }
    if kind == "TelephoneNumberField":
        return "01632 960000"
    if kind == "WebsiteField":
        return "https://www.example.org"
    if kind == "FileUploadField":
        return "paper.pdf"
    if kind == "EmailAddressField":
        wanted = [text for text in asked if re.fullmatch(r"[a-z0-9.]+@[a-z0-9]+\.[a-z]+", text)]
        return chance.choice(wanted + ["ada@example.org", "a@b.example"])
    texts = [text for text in asked if text and text == text.strip() and "\n" not in text and len(text) < 60]
    text = chance.choice(texts) if texts and chance.random() < 0.6 else chance.choice(WORDS)
    limit = limit_of(schema, "max")
    return text[: int(limit)].strip() if limit is not None and limit >= 1 else text


def limit_of(schema, name):
    """A limit, which some documents have as a text."""
    try:
        return float(schema.get(name))
    except (TypeError, ValueError):
        return None


# Random documents


def a_name(chance):
    letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
    return chance.choice(letters) + "".join(chance.choice(letters + "0123456789_") for _ in range(5))


def random_document(chance):
    """A document with pages in sections, lists, conditions of all kinds, and routes, some of them odd."""
    sections = [a_name(chance) for _ in range(chance.randint(0, 3))]
    lists = []
    for _ in range(chance.randint(1, 3)):
        kind = chance.choice(["string", "string", "number"])
        values = [1, 2, 3, 4, 10] if kind == "number" else ["red", "green", "blue", "10", "Other thing"]
        lists.append({
            "name": a_name(chance), "title": "Options", "type": kind,
            "items": [{"text": str(value), "value": value} for value in chance.sample(values, chance.randint(2, 5))],
        })
    pages = [
        {"path": f"/page-{place}", "title": f"Page {place}", "components": [], "next": []} for place in range(chance.randint(2, 10))
    ]
    fields = []
    has_circles = chance.random() < 0.1
    for page in pages:
        if sections and chance.random() < 0.5:
            page["section"] = chance.choice([*sections, "missing"])
        for _ in range(chance.randint(0, 3)):
            page["components"].append(random_component(chance, page, sections, lists, fields, has_circles))
        if chance.random() < 0.05 and page["components"] and page["components"][0]["type"] in LISTS and len(page["components"]) == 1:
            page["controller"] = "RepeatingFieldPageController"
    conditions = []
    for _ in range(chance.randint(0, 8) if fields else 0):
        conditions.append(random_condition(chance, fields, conditions, lists))
    for place, page in enumerate(pages):
        for _ in range(chance.choice([0, *[1, 1, 2, 2, 3] * 5, 4])):
            page["next"].append(random_link(chance, place, pages, conditions, has_circles))
    if chance.random() < 0.8:
        pages.append({"path": "/summary", "title": "Summary", "controller": chance.choice(
            ["./pages/summary.js", "./pages/summary.ts", "SummaryPageController"]), "components": []})
    if chance.random() < 0.1:
        pages[-1].pop("next", None)
    fees = []
    for _ in range(chance.choice([0, 0, 1, 2])):
        fee = {"description": "Fee", "amount": chance.randint(1, 9_000)}
        if conditions and chance.random() < 0.7:
            fee["condition"] = chance.choice(conditions)["name"]
        counts = [path for path, component, _ in fields if component["type"] == "NumberField"]
        if counts and chance.random() < 0.4:
            fee["multiplier"] = chance.choice(counts)
        fees.append(fee)
    start = pages[0]["path"] if chance.random() < 0.95 else chance.choice(["/nowhere", pages[-1]["path"]])
    return {
        "startPage": start, "pages": pages, "lists": lists, "conditions": conditions, "fees": fees, "version": 2,
        "sections": [{"name": name, "title": name} for name in sections], "outputs": [], "skipSummary": False,
    }


def random_component(chance, page, sections, lists, fields, has_circles):
    if chance.random() < 0.15:
        return {"type": chance.choice(CONTENT[:4]), "title": "More", "content": "<p>Read <b>this</b>.</p>", "options": {}}
    kind = chance.choice(FIELDS[:-3] + ["YesNoField", "RadiosField", "TextField", "NumberField"] * 2 + FIELDS[-3:])
    component = {"type": kind, "name": a_name(chance), "title": kind, "options": {}, "schema": {}}
    # A name that another page has is the same value. In a circle it would depend on the way which one is the last.
    if fields and chance.random() < 0.05 and not has_circles:
        other = chance.choice(fields)[1]
        if all(component.get("name") != other["name"] for component in page["components"]):
            component["name"], component["type"] = other["name"], other["type"]
            kind = component["type"]
    if kind in LISTS:
        component["list"] = chance.choice(lists)["name"]
    if chance.random() < 0.25:
        component["options"]["required"] = False
    if kind == "NumberField" and chance.random() < 0.3:
        component["schema"] = {"min": chance.randint(-5, 3), "max": chance.randint(5, 50)}
    if kind == "TextField" and chance.random() < 0.2:
        component["schema"] = {"max": chance.randint(4, 30)}
    section = page.get("section") if page.get("section") in sections else None
    path = f"{section}.{component['name']}" if section else component["name"]
    fields.append((path, component, page))
    return component


def random_link(chance, place, pages, conditions, has_circles):
    if chance.random() < 0.03:
        link = {"redirect": "https://www.example.org/elsewhere"}
    elif chance.random() < 0.02:
        link = {"path": "/nowhere"}
    elif has_circles and chance.random() < 0.3:
        link = {"path": chance.choice(pages)["path"]}
    else:
        later = [page["path"] for page in pages[place + 1 :]] + ["/summary"]
        link = {"path": chance.choice(later[:2] if chance.random() < 0.8 else later)}
    if conditions and chance.random() < 0.6:
        link["condition"] = chance.choice(conditions)["name"] if chance.random() < 0.97 else "missing"
    elif chance.random() < 0.1:
        link["condition"] = ""
    return link


def random_condition(chance, fields, conditions, lists):
    name = a_name(chance)
    if chance.random() < 0.25:
        return {"name": name, "displayName": name, "value": random_text(chance, fields, conditions)}
    return {"name": name, "displayName": name, "value": {"name": name, "conditions": random_group(chance, fields, conditions, lists, 2)}}


def random_text(chance, fields, conditions):
    """A condition as old documents have it: an expression."""
    parts = []
    for _ in range(chance.randint(1, 3)):
        path, component, _ = chance.choice(fields)
        kind = component["type"]
        if kind == "YesNoField":
            part = f"{path}=={chance.choice(['true', 'false'])}"
        elif kind in ("NumberField", *LISTS[:3]):
            part = f"{path} {chance.choice(['>', '<', '>=', '<=', '=='])} {chance.randint(0, 10)}"
            if kind != "NumberField" and chance.random() < 0.5:
                part = f"{path} {chance.choice(['==', '!='])} '{chance.choice(WORDS)}'"
        elif kind == "CheckboxesField":
            part = f"'{chance.choice(WORDS[:3])}' in {path}"
        else:
            part = f"{path} {chance.choice(['==', '!='])} \"{chance.choice(WORDS)}\""
        if conditions and chance.random() < 0.15:
            part = chance.choice(conditions)["name"]
        if chance.random() < 0.15:
            part = f"not ({part})"
        parts.append(part)
    text = parts[0]
    for part in parts[1:]:
        text = f"{text} {chance.choice(['and', 'or'])} {part}"
        if chance.random() < 0.3:
            text = f"({text})"
    return text


def random_group(chance, fields, conditions, lists, depth):
    group = []
    for place in range(chance.choice([1, 1, 2, 3, 4]) if depth == 2 else chance.randint(2, 3)):
        if depth > 0 and chance.random() < 0.15:
            condition = {"conditions": random_group(chance, fields, conditions, lists, depth - 1)}
            if place > 0:
                condition["conditions"][0]["coordinator"] = chance.choice(["and", "or"])
            group.append(condition)
            continue
        if conditions and chance.random() < 0.15:
            other = chance.choice(conditions)["name"]
            condition = {"conditionName": other, "conditionDisplayName": other}
        else:
            condition = random_comparison(chance, fields, lists)
        if place > 0:
            condition["coordinator"] = chance.choice(["and", "or"])
        group.append(condition)
    return group


def random_comparison(chance, fields, lists):
    path, component, _ = chance.choice(fields)
    kind = component["type"]
    operators = ["is", "is not"]
    value = {"type": "Value", "value": chance.choice(WORDS), "display": "value"}
    if kind == "YesNoField":
        value["value"] = chance.choice(["true", "false"])
    elif kind == "NumberField":
        operators += ["is at least", "is at most", "is less than", "is more than"]
        value["value"] = str(chance.randint(-3, 60))
    elif kind == "CheckboxesField":
        operators = ["contains", "does not contain"]
    elif kind in ("TextField", "MultilineTextField", "EmailAddressField"):
        operators += ["is longer than", "is shorter than", "has length"]
    operator = chance.choice(operators)
    if operator in ("is longer than", "is shorter than", "has length"):
        value["value"] = str(chance.randint(1, 12))
    if kind in LISTS and chance.random() < 0.8:
        entry = next(entry for entry in lists if entry["name"] == component["list"])
        value["value"] = str(chance.choice(entry["items"])["value"])
    if kind in ("DateField", "DatePartsField", "DateTimeField", "DateTimePartsField", "TimeField"):
        if chance.random() < 0.5:
            operator = chance.choice(["is", "is not", "is before", "is after"])
            value["value"] = chance.choice(["10:30", "23:00"]) if kind == "TimeField" else chance.choice(["2000-01-31", "2020-02-29"])
        else:
            operator = chance.choice(["is at least", "is at most", "is less than", "is more than"])
            units = ["hours", "minutes", "seconds"] if kind == "TimeField" else ["years", "months", "days"]
            if "Time" in kind and kind != "TimeField":
                units += ["hours", "minutes", "seconds"]
            value = {
                "type": "RelativeTime", "timePeriod": str(chance.randint(0, 40)), "timeUnit": chance.choice(units),
                "direction": chance.choice(["in the past", "in the future"]), "timeOnly": kind == "TimeField",
            }
    return {"field": {"name": path, "type": kind, "display": path}, "operator": operator, "value": value}
