import FlowJSON
import FlowScreens
import FlowStateTesting
import TestSupport
import Testing

@testable import Nimbus

@Suite("Random documents", .usesOneThread)
struct RandomDocumentTests {
  @Test("Random documents are opened, drawn and used without a crash", arguments: 0..<4 as Range<UInt64>)
  func randomDocuments(batch: UInt64) {
    // The numbers of documents that show something, and of their elements that were used.
    var (shown, used) = (0, 0)
    for seed in (batch * 25)..<(batch * 25 + 25) {
      var writer = DocumentWriter(seed: seed)
      let stage = NimbusHarness(states: ["a": 1, "list": [1, ["name": "x"], "y"]]) { $0.libraries.append(.layout()) }
      stage.navigator.open(document: writer.document().jsonText)
      let lines = stage.navigator.layout.probedLines
      let isShown = !lines.isEmpty && lines.first != Self.refusal
      if isShown { shown += 1 }
      for _ in 0..<6 {
        let elements = stage.navigator.layout.probedElements
        guard let element = elements.randomElement(using: &writer.generator) else { break }
        if isShown { used += 1 }
        switch element.kind {
        case .button(let press): press()
        case .input(_, _, _, let change): change(writer.text())
        case .toggle(let isOn, let set): set(!isOn)
        case .choice(let options, _, let select): select(options.count - 1)
        }
        stage.nimbus.setState("list", to: writer.value(depth: 2))
      }
      #expect(stage.navigator.layout.probedLines == stage.navigator.layout.probedLines)
    }
    #expect(shown >= 3)
    #expect(used >= 15)
  }

  @Test("A document with one changed byte is drawn, or shows that it is no JSON", arguments: 0..<4 as Range<UInt64>)
  func damagedDocuments(batch: UInt64) {
    var writer = DocumentWriter(seed: 1_000 + batch)
    var (shown, refused) = (0, 0)
    for _ in 0..<25 {
      var bytes = Array(writer.document().jsonText.utf8)
      let place = Int.random(in: 0..<bytes.count, using: &writer.generator)
      bytes[place] = UInt8.random(in: 0...255, using: &writer.generator)
      let text = String(decoding: bytes, as: UTF8.self)
      let stage = NimbusHarness { $0.libraries.append(.layout()) }
      stage.navigator.open(document: text)
      let lines = stage.navigator.layout.probedLines
      let isJSON = (try? JSONValue(parsing: text)) != nil
      #expect((lines.first == Self.refusal && lines.dropFirst().first?.contains("malformed JSON") == true) == !isJSON)
      if !isJSON { refused += 1 } else if !lines.isEmpty, lines.first != Self.refusal { shown += 1 }
    }
    #expect(shown >= 3)
    #expect(refused >= 3)
  }

  private static let refusal = "This could not be shown."
}

/// Writes random documents with all valid parts and some invalid ones.
private struct DocumentWriter {
  var generator: SeededGenerator

  init(seed: UInt64) {
    generator = SeededGenerator(seed: seed)
  }

  private mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &generator)]
  }

  private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }

  /// A column of random nodes, so that one that shows nothing doesn't hide the others.
  mutating func document() -> JSONValue {
    ["_:component": "app:column", "children": .array((0..<4).map { _ in node(depth: 1) })]
  }

  mutating func node(depth: Int) -> JSONValue {
    var node: JSONObject = [
      "_:component": .string(
        pick([
          "app:text", "app:column", "app:button", "app:input", "layout:text", "layout:textInput", "layout:button",
          "layout:toggle", "layout:select", "layout:row", "layout:column", "layout:progress", "if", "then", "else",
          "forEach",
          "fragment", "x:y", "",
        ]))
    ]
    if chance(20) { node["id"] = .string(pick(["a", "b", "c"])) }
    if chance(1) { node["_:component"] = value(depth: 3) }
    var properties = JSONObject()
    for key in ["text", "label", "items", "condition", "value", "key", "options", "onPress", "onChange"]
    where chance(40) && (depth < 6 || !key.hasPrefix("on")) {
      properties[key] = key.hasPrefix("on") ? event(depth: 0) : value(depth: 1)
    }
    node["properties"] = chance(1) ? 5 : .object(properties)
    if chance(40) { node["state"] = .object([pick(["a", "b", "item", "a-b", "true"]): value(depth: 1)]) }
    if depth < 4, chance(70) {
      node["children"] = .array((0..<Int.random(in: 0...3, using: &generator)).map { _ in self.node(depth: depth + 1) })
    }
    return .object(node)
  }

  mutating func event(depth: Int) -> JSONValue {
    .array(
      (0..<Int.random(in: 1...2, using: &generator)).map { _ in
        var properties: JSONObject = [
          "path": .string(pick(["a", "b", "a.b.c", "list", "a[0]", "global.x", ""])), "value": value(depth: 1),
          "message": .string(text()), "url": .string(pick(["/a", "b", ""])), "condition": pick([true, false, "@{a}"]),
        ]
        if depth < 3 {
          for key in ["onTrue", "onFalse", "onSuccess"] where chance(15) { properties[key] = event(depth: depth + 1) }
        }
        if chance(10) { properties["fallback"] = node(depth: 9) }
        let name = pick([
          "setState", "condition", "log", "push", "pop", "present", "dismiss", "triggerViewEvent", "sendRequest",
          "openUrl", "x",
        ])
        return chance(2) ? value(depth: 2) : ["_:action": .string(name), "properties": .object(properties)]
      })
  }

  mutating func value(depth: Int) -> JSONValue {
    switch Int.random(in: 0..<(depth > 3 ? 6 : 8), using: &generator) {
    case 0: .null
    case 1: .bool(chance(50))
    case 2: .integer(pick([0, 1, -1, 7, .max, .min]))
    case 3: .number(pick([0.5, -1.5, 1e300, 1e-300]))
    case 4, 5: .string(text())
    case 6: .array((0..<Int.random(in: 0...3, using: &generator)).map { _ in value(depth: depth + 1) })
    default: .object([pick(["a", "name", "key", "onX"]): value(depth: depth + 1)])
    }
  }

  mutating func text() -> String {
    (0..<Int.random(in: 1...3, using: &generator)).map { _ in
      chance(60)
        ? "@{\(expression(depth: 0))}" : pick(["", "x", "\\", "\\\\@{a}", "@{", "}", "'", "é👩‍👩‍👧", "\u{0}", "(", "@{a"])
    }.joined()
  }

  private mutating func expression(depth: Int) -> String {
    switch Int.random(in: 0..<(depth > 3 ? 3 : 6), using: &generator) {
    case 0: pick(["a", "b.c", "list[1].name", "item", "index", "global", "onChange", "a[99999999999999999999]", "no"])
    case 1: pick(["1", "-2", "1.5", "true", "null", "'s'", "'it\\'s'", "99999999999999999999"])
    case 2: pick(["a b", "", "f(", "a..b", "')", "1-"])
    default:
      pick([
        "sum", "subtract", "multiply", "divide", "gt", "lte", "eq", "and", "or", "not", "condition", "concat",
        "contains", "length",
        "isNull", "isEmpty", "insert", "remove", "removeIndex", "array", "object", "entries", "capitalize", "uppercase",
        "lowercase", "substr", "match", "replace", "bad",
      ]) + "("
        + (0..<Int.random(in: 0...3, using: &generator)).map { _ in expression(depth: depth + 1) }.joined(
          separator: ",") + ")"
    }
  }
}
