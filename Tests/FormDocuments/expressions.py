"""The conditions of form documents: the grammar and the values of expr-eval 2.0.2, which follows JavaScript."""
import datetime
import math
import re

UNDEFINED = type("Undefined", (), {"__repr__": lambda self: "undefined"})()
CONSTANTS = {"E": math.e, "PI": math.pi, "true": True, "false": False}
PREFIXES = {"not", "length"}
COMPARISONS = {"==", "!=", "<", "<=", ">=", ">", "in"}
TOKEN = re.compile(
    r"\s+|/\*.*?\*/"
    r"|(?P<number>(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)"
    r"|(?P<operator>==|!=|<=|>=|\|\||[<>+\-*/%?:.])"
    r"|(?P<string>'(?:[^'\\]|\\.)*'|\"(?:[^\"\\]|\\.)*\")"
    r"|(?P<mark>[()\[\],])"
    r"|(?P<name>[^\W\d]\w*)",
    re.S,
)


class Unparsable(Exception):
    """The runner can't load the condition."""


class Failure(Exception):
    """The evaluation throws, so that the condition is false."""


class Parser:
    def __init__(self, text):
        self.tokens = []
        place = 0
        while place < len(text):
            match = TOKEN.match(text, place)
            if not match:
                raise Unparsable(f"{text[place]!r} in {text!r}")
            place = match.end()
            if match.lastgroup:
                word = match.group()
                kind = match.lastgroup
                if kind == "name" and word in ("and", "or", "in", *PREFIXES):
                    kind = "operator"
                self.tokens.append((kind, word))
        self.tokens.append(("end", ""))
        self.place = 0

    def accept(self, *words, kind=None):
        found, word = self.tokens[self.place]
        if found == "string" or (kind and found != kind) or (words and word not in words) or found == "end":
            return None
        self.place += 1
        return word

    def expect(self, word):
        if not self.accept(word):
            raise Unparsable(f"no {word}")

    def expression(self):
        tree = self.either()
        while self.accept("?"):
            yes = self.expression()
            self.expect(":")
            tree = ("choose", tree, yes, self.expression())
        return tree

    def either(self):
        tree = self.both()
        while self.accept("or", kind="operator"):
            tree = ("or", tree, self.both())
        return tree

    def both(self):
        tree = self.comparison()
        while self.accept("and", kind="operator"):
            tree = ("and", tree, self.comparison())
        return tree

    def comparison(self):
        return self.chain(COMPARISONS, self.total)

    def total(self):
        return self.chain({"+", "-", "||"}, self.term)

    def term(self):
        return self.chain({"*", "/", "%"}, self.factor)

    def chain(self, operators, part):
        tree = part()
        while (operator := self.accept(*operators, kind="operator")):
            tree = ("binary", operator, tree, part())
        return tree

    def factor(self):
        if (operator := self.accept("+", "-", *PREFIXES, kind="operator")):
            return ("unary", operator, self.factor())
        return self.postfix()

    def postfix(self):
        tree = self.atom()
        while True:
            if self.accept("."):
                kind, word = self.tokens[self.place]
                if kind != "name":
                    raise Unparsable("no member")
                self.place += 1
                tree = ("member", tree, word)
            elif self.accept("("):
                arguments = []
                while not self.accept(")"):
                    arguments.append(self.expression())
                    if not self.accept(",") and self.tokens[self.place][1] != ")":
                        raise Unparsable("no end of a call")
                tree = ("call", tree, arguments)
            else:
                return tree

    def atom(self):
        kind, word = self.tokens[self.place]
        self.place += 1
        if kind == "number":
            return ("value", float(word))
        if kind == "string":
            return ("value", re.sub(r"\\(.)", lambda match: unescaped(match.group(1)), word[1:-1], flags=re.S))
        if kind == "name":
            return ("value", CONSTANTS[word]) if word in CONSTANTS else ("variable", word)
        if word == "(":
            tree = self.expression()
            self.expect(")")
            return tree
        if word == "[":
            elements = []
            while not self.accept("]"):
                elements.append(self.expression())
                if not self.accept(",") and self.tokens[self.place][1] != "]":
                    raise Unparsable("no end of an array")
            return ("array", elements)
        raise Unparsable(f"unexpected {word!r}")


def unescaped(letter):
    plain = {"'": "'", '"': '"', "\\": "\\", "/": "/", "b": "\b", "f": "\f", "n": "\n", "r": "\r", "t": "\t"}
    if letter not in plain:
        raise Unparsable("an escape")
    return plain[letter]


def parse(text):
    parser = Parser(text)
    tree = parser.expression()
    if parser.tokens[parser.place][0] != "end":
        raise Unparsable("more text")
    return tree


def truthy(value):
    if value is None or value is UNDEFINED or value is False or value == "":
        return False
    return not (isinstance(value, (int, float)) and not isinstance(value, bool) and (value == 0 or math.isnan(value)))


def primitive(value):
    if isinstance(value, list):
        return ",".join("" if part is None else text_of(part) for part in value)
    return "[object Object]" if isinstance(value, dict) else value


def text_of(value):
    value = primitive(value)
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, float) and value == int(value):
        return str(int(value))
    return "null" if value is None else str(value)


def number(value):
    value = primitive(value)
    if value is None:
        return 0.0
    if isinstance(value, (bool, int, float)):
        return float(value)
    if isinstance(value, str):
        text = value.strip()
        if not text:
            return 0.0
        return float(text) if re.fullmatch(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?", text) else math.nan
    return math.nan


def same(left, right):
    if isinstance(left, bool) or isinstance(right, bool):
        return left is right
    if isinstance(left, (int, float)) and isinstance(right, (int, float)):
        return left == right
    if isinstance(left, str) and isinstance(right, str):
        return left == right
    return left is right


def less(left, right):
    left, right = primitive(left), primitive(right)
    if isinstance(left, str) and isinstance(right, str):
        return left.encode("utf-16-be") < right.encode("utf-16-be")
    return number(left) < number(right)


def compare(operator, left, right):
    if operator == "==":
        return same(left, right)
    if operator == "!=":
        return not same(left, right)
    if operator == "<":
        return less(left, right)
    if operator == ">":
        return less(right, left)
    ordered = [primitive(value) for value in (left, right)]
    if not all(isinstance(value, str) for value in ordered) and any(math.isnan(number(value)) for value in ordered):
        return False
    return not less(right, left) if operator == "<=" else not less(left, right)


def contains(part, whole):
    if whole is None or whole is UNDEFINED:
        raise Failure("no length")
    if isinstance(whole, (list, str)):
        return any(same(element, part) for element in whole)
    return False


def shifted(now, amount, unit):
    """The time that dateForComparison returns."""
    amount = number(amount)
    if math.isnan(amount):
        raise Failure("no time")
    moment = datetime.datetime.fromisoformat(now.replace("Z", "+00:00"))
    amount = int(amount)
    if unit in ("years", "months"):
        months = moment.year * 12 + moment.month - 1 + amount * (12 if unit == "years" else 1)
        year, month = divmod(months, 12)
        last = [31, 29 if year % 4 == 0 and (year % 100 != 0 or year % 400 == 0) else 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31]
        moment = moment.replace(year=year, month=month + 1, day=min(moment.day, last[month]))
    elif unit in ("days", "hours", "minutes", "seconds"):
        moment += datetime.timedelta(**{unit: amount})
    return moment.strftime("%Y-%m-%dT%H:%M:%S.") + f"{moment.microsecond // 1000:03d}Z"


def evaluate(tree, look, now):
    def value(tree):
        kind = tree[0]
        if kind == "value":
            return tree[1]
        if kind == "variable":
            found = look(tree[1])
            if found is UNDEFINED or tree[1].endswith("constructor") or "prototype" in tree[1]:
                raise Failure("undefined")
            return found
        if kind == "and":
            return truthy(value(tree[2])) if truthy(value(tree[1])) else False
        if kind == "or":
            return True if truthy(value(tree[1])) else truthy(value(tree[2]))
        if kind == "choose":
            return value(tree[2] if truthy(value(tree[1])) else tree[3])
        if kind == "member":
            whole = value(tree[1])
            if whole is None or whole is UNDEFINED:
                raise Failure("no members")
            return whole.get(tree[2], UNDEFINED) if isinstance(whole, dict) else UNDEFINED
        if kind == "array":
            return [value(element) for element in tree[1]]
        if kind == "unary":
            part = value(tree[2])
            if tree[1] == "not":
                return not truthy(part)
            if tree[1] == "length":
                if isinstance(part, list):
                    return float(len(part))
                return float(len(("undefined" if part is UNDEFINED else text_of(part)).encode("utf-16-be")) // 2)
            return -number(part) if tree[1] == "-" else number(part)
        if kind == "call":
            arguments = [value(argument) for argument in tree[2]]
            if tree[1] == ("variable", "dateForComparison"):
                return shifted(now, *arguments[:2])
            if tree[1] == ("variable", "timeForComparison"):
                # The runner adds a text to a number, which is no time.
                return "NaN:NaN"
            raise Failure("no function")
        operator, left, right = tree[1], value(tree[2]), value(tree[3])
        if operator == "in":
            return contains(left, right)
        if operator in COMPARISONS:
            return compare(operator, left, right)
        if operator == "||":
            return text_of(left) + text_of(right)
        left, right = number(left), number(right)
        if operator == "+":
            return left + right
        if operator == "-":
            return left - right
        if operator == "*":
            return left * right
        if right == 0:
            return math.nan if left == 0 or operator == "%" else math.copysign(math.inf, left)
        return left / right if operator == "/" else math.fmod(left, right)

    return value(tree)
