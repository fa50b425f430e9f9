import FlowJSON
import FlowScreens
import TestSupport
import Testing

@testable import Nimbus

@Suite("States and events")
struct StateTests {
  @Test("NB-21: A counter counts in integers")
  func counter() throws {
    let view = try NimbusHarness().view(
      node(
        "app:column", state: "\"counter\": 0",
        children: text("@{counter}"), button("+", setState("counter", "\"@{sum(counter, 1)}\""))))
    var seen: [JSONValue?] = []
    for _ in 1...3 {
      view.layout.press("+")
      seen.append(view.root?.children[0].children[0].properties?["text"]?.plain)
    }
    #expect(seen == [1, 2, 3])
  }

  @Test("NB-22: Later actions see what earlier ones set, and dependent views are updated once")
  func orderInEvent() throws {
    let stage = NimbusHarness()
    let view = try stage.view(
      node(
        "app:column", state: "\"a\": 0, \"b\": 0",
        children: text("@{a} @{b}"),
        button(
          "go", setState("a", "1"), action("log", #""message": "@{a} @{sum(a,1)}""#), setState("b", "[\"@{a}\"]"),
          setState("a", "\"@{sum(a, 1)}\""))))
    _ = view.lines
    let updates = Counter()
    view.onUpdate = { updates.count += 1 }
    let renders = view.renderCount
    view.layout.press("go")
    #expect(stage.log.entries == ["info: 1 2"])
    #expect(updates.count == 1)
    #expect(view.lines.first == "2 [1]")
    #expect(view.renderCount == renders + 1)
  }

  @Test("NB-11: An event with a value sets its implicit state, and its change is shown after exactly one update")
  func implicitState() throws {
    let view = try NimbusHarness().view(
      node(
        "app:column", state: "\"text\": \"\"",
        children: node("app:input", "\"onChange\": [\(setState("text", "\"@{onChange}\""))]"), text("@{text}!")))
    #expect(view.lines == ["<input>", "!"])
    let updates = Counter()
    view.onUpdate = { updates.count += 1 }
    view.layout.type("hi", into: "input")
    #expect(view.lines == ["<input>", "hi!"])
    #expect(updates.count == 1)
  }

  @Test("NB-24: A value inside a state can be set, and an invalid path is refused")
  func setStatePaths() throws {
    let stage = NimbusHarness()
    let view = try stage.view(
      node("app:text", id: "n", #""text": "@{t}", "onPress": []"#, state: #""t": {"a": {"b": 5}}"#))
    let text = try #require(view.root?.children.first)
    func set(_ path: String) throws {
      let view = try stage.view(
        node(
          "app:column", id: "c", state: #""t": {"a": {"b": 5}}"#,
          children: node("app:text", "\"text\": \"@{t}\""), button("go", setState(path, path == "t.a.b.c" ? "3" : "1")))
      )
      view.layout.press("go")
      shown = view.lines.first
    }
    var shown: String?
    try set("t.a.b.c")
    #expect(shown == #"{"a":{"b":{"c":3}}}"#)
    #expect(stage.log.take() == [])
    let place = "in nimbus > view > nimbus:root > c > nimbus:"
    for (path, fault) in [
      ("t.x[0]", "elements of lists cannot be set"), ("t..x", "the path is invalid"), ("", "the path is invalid"),
    ] {
      try set(path)
      #expect(shown == #"{"a":{"b":5}}"#)
      let errors = stage.log.take()
      #expect(errors.count == 1 && errors[0].hasSuffix("The state \"\(path)\" was not set: \(fault)."), "\(errors)")
      #expect(errors[0].contains("The action \"setState\" \(place)"))
    }
    try set("u")
    #expect(stage.log.take().first?.contains("was not set: there is no state \"u\" in nimbus > view") == true)
    #expect(text.properties?["text"]?.plain == ["a": ["b": 5]])
  }

  @Test("NB-28: The application's states reach every view, and the state global exists from the start")
  func globalState() throws {
    let stage = NimbusHarness()
    let views = try [stage.view(text("Hey @{global.user.name}!")), stage.view(text("@{global.user.name}."))]
    #expect(views.map(\.lines) == [["Hey !"], ["."]])
    stage.nimbus.setState("global.user.name", to: "John")
    #expect(views.map(\.lines) == [["Hey John!"], ["John."]])
    #expect(stage.log.entries == [])
    stage.nimbus.setState("none.a", to: 1)
    #expect(stage.log.errors == ["The state \"none.a\" was not set: there is no state \"none\" in nimbus."])
  }

  @Test("An inner state shadows an outer one, and siblings do not see each other's states")
  func shadowing() throws {
    let stage = NimbusHarness(states: ["x": "app"])
    let view = try stage.view(
      node(
        "app:column",
        children: node("app:text", "\"text\": \"@{x}\"", state: "\"x\": \"own\""), text("@{x}"),
        node("app:column", state: "\"global\": \"near\"", children: text("@{global}"))))
    #expect(view.lines == ["own", "app", "near"])
  }

  @Test("An initial value that is an expression is evaluated once, in the outer scope first")
  func initialExpressions() throws {
    let stage = NimbusHarness()
    let view = try stage.view(
      node(
        "app:column", state: "\"a\": 1",
        children: node(
          "app:text", "\"text\": \"@{a} @{b} @{c}\"",
          state: #""b": "@{sum(a, 1)}", "a": "@{sum(a, 10)}", "c": ["@{a}"]"#), button("+", setState("a", "5"))))
    #expect(view.lines.first == #"11 2 ["@{a}"]"#)
    view.layout.press("+")
    #expect(view.lines.first == #"11 2 ["@{a}"]"#)
    #expect(stage.log.entries == [])
  }

  @Test("An unknown state is null and is logged once with its name and location")
  func unknownState() throws {
    let stage = NimbusHarness()
    let view = try stage.view(
      node(
        "app:column", state: "\"a\": 1", children: node("app:text", id: "t", "\"text\": \"@{a}@{b}\""),
        button("+", setState("a", "2"))))
    view.layout.press("+")
    #expect(view.lines.first == "2")
    #expect(
      stage.log.entries == ["error: In nimbus > view > nimbus:root > nimbus:1 > t: The state \"b\" was not found."])
  }

  @Test("Setting an equal value causes no update, also if it was different in between")
  func equalValues() throws {
    let view = try NimbusHarness().view(
      node(
        "app:column", state: "\"a\": 1",
        children: text("@{a}"), button("same", setState("a", "1")),
        button("back", setState("a", "2"), setState("a", "1"))))
    _ = view.lines
    let updates = Counter()
    view.onUpdate = { updates.count += 1 }
    view.layout.press("same")
    view.layout.press("back")
    #expect(updates.count == 0)
  }

  @Test("An implicit state shadows an outer state within its event, and nested events see it")
  func nestedEvents() throws {
    let stage = NimbusHarness()
    let inner = action("condition", "\"condition\": true, \"onTrue\": [\(action("log", #""message": "@{onChange}""#))]")
    let view = try stage.view(
      node(
        "app:column", state: "\"onChange\": \"outer\"", children: node("app:input", "\"onChange\": [\(inner)]"),
        text("@{onChange}")))
    view.layout.type("x", into: "input")
    #expect(stage.log.entries == ["info: x"])
    #expect(view.lines.last == "outer")
  }

  @Test("An operation in a property is evaluated once for each update")
  func operationCount() throws {
    let calls = Counter()
    let stage = NimbusHarness {
      $0.libraries.append(
        NimbusSwiftUILibrary("more").addOperation("twice") { arguments in
          calls.count += 1
          return .array(arguments + arguments)
        })
    }
    let view = try stage.view(
      node(
        "app:column", state: "\"a\": 1, \"b\": 1",
        children: text("@{twice(a, b)}"), button("go", setState("a", "2"), setState("b", "3"), setState("a", "4"))))
    #expect(calls.count == 1)
    view.layout.press("go")
    #expect(calls.count == 2)
    #expect(view.lines.first == "[4,3,4,3]")
  }

  @Test("A scope finds each of many states, and a state that is added again replaces the first")
  func manyStates() {
    let scope = Scope("test", parent: nil)
    for number in 0..<40 { scope.addState("s\(number)", .integer(Int64(number))) }
    scope.addState("s3", "again")
    scope.addState("s30", "again")
    for number in 0..<40 where number != 3 && number != 30 {
      #expect(scope.state("s\(number)")?.value == .integer(Int64(number)))
    }
    #expect(scope.state("s3")?.value == "again" && scope.state("s30")?.value == "again")
    #expect(scope.state("s40") == nil && scope.ownState("") == nil)
  }

  @Test("Stored values are looked up from the inner scope outward")
  func storedValues() throws {
    let seen = Counter()
    let stage = NimbusHarness {
      $0.libraries.append(
        NimbusSwiftUILibrary("more").addAction("look") { event in
          seen.text =
            "\(event.scope.value(forKey: "a") ?? "-") \(event.scope.value(forKey: "b") ?? "-") \(event.scope.get("c") ?? "-")"
        })
    }
    stage.nimbus.set("a", to: "instance")
    stage.nimbus.set("b", to: "instance")
    let view = try stage.view(button("go", action("more:look")))
    view.set("b", to: "view")
    view.layout.press("go")
    #expect(seen.text == "instance view -")
    view.unset("b")
    view.layout.press("go")
    #expect(seen.text == "instance instance -")
  }
}

/// Counts calls of closures.
final class Counter {
  var count = 0
  var text = ""
}
