import FlowJSON
import FlowScreens
import TestSupport
import Testing

@testable import Nimbus

@Suite("Additions of the host")
struct HostTests {
  @Test("The observer of a state is called once for each event, until the observation is released")
  func observing() throws {
    let stage = NimbusHarness(states: ["a": 0, "b": 0])
    var seen: [JSONValue] = []
    var observation = stage.nimbus.observe("a") { seen.append($0) }
    #expect(observation != nil && stage.nimbus.observe("none") { _ in } == nil)
    let view = try stage.view(
      node(
        "app:column",
        children: button("go", setState("a", "1"), setState("a", "2"), setState("b", "1")),
        button("back", setState("a", "3"), setState("a", "2"))))
    view.layout.press("go")
    view.layout.press("back")
    stage.nimbus.setState("a", to: 5)
    #expect(seen == [2, 5])
    observation = nil
    stage.nimbus.setState("a", to: 6)
    #expect(seen == [2, 5])
  }

  @Test("An observation that another observer ends isn't called any more")
  func endingAnother() {
    let stage = NimbusHarness(states: ["a": 0])
    var seen: [String] = []
    var second: StateObservation?
    let first = stage.nimbus.observe("a") { _ in
      seen.append("first")
      second = nil
    }
    second = stage.nimbus.observe("a") { _ in seen.append("second") }
    stage.nimbus.setState("a", to: 1)
    #expect(seen == ["first"] && first != nil && second == nil)
  }

  @Test("An action written in Swift sets the nearest state with a name, or logs that there is none")
  func settingStates() throws {
    let stage = NimbusHarness {
      $0.libraries.append(
        NimbusSwiftUILibrary("my").addAction("reset") { event in
          try event.scope.setState("count", to: 0)
          try event.scope.setState("none", to: 0)
        })
    }
    let view = try stage.view(
      node(
        "app:column", state: "\"count\": 7",
        children: node(
          "app:column", state: "\"count\": 8", children: text("@{count}"), button("go", action("my:reset"))),
        text("@{count}")))
    view.layout.press("go")
    #expect(view.lines == ["0", "<go>", "7"])
    #expect(stage.log.errors.count == 1 && stage.log.errors[0].contains("there is no state \"none\""))
  }

  @Test("The event onInit runs once, when its component is first drawn, and can set states")
  func onInit() throws {
    let stage = NimbusHarness(states: ["shown": false])
    let log = action("log", "\"message\": \"init\"")
    let view = try stage.view(
      node(
        "app:column", state: "\"text\": \"\"",
        children: text("@{text}"),
        node(
          "if", "\"condition\": \"@{shown}\"",
          children: node(
            "then",
            children: node("app:text", "\"text\": \"x\", \"onInit\": [\(log), \(setState("text", "\"there\""))]")))))
    #expect(view.lines == [""] || view.lines == [])
    #expect(stage.log.entries == [])
    stage.nimbus.setState("shown", to: true)
    #expect(stage.log.entries == [])
    _ = view.lines
    #expect(stage.log.entries == ["info: init"])
    #expect(view.lines == ["there", "x"])
    stage.nimbus.setState("shown", to: false)
    stage.nimbus.setState("shown", to: true)
    _ = view.lines
    #expect(stage.log.entries == ["info: init"])
  }

  @Test("The host's own layouts are shown while a view loads and when it fails")
  func ownLayouts() {
    let source = InMemoryViewSource([:])
    let stage = NimbusHarness {
      $0.viewSource = source
      $0.loadingLayout = { .text("wait") }
      $0.errorLayout = { error, retry in
        .column([.text(StyledText("oh: \(error)")), .element(.button("r", label: "again") { retry?() })])
      }
    }
    stage.navigator.open(ViewRequest("/a"))
    #expect(stage.navigator.layout.probedLines == ["oh: No view from /a: there is no such document.", "<again>"])
    source.documents["/a"] = text("there")
    stage.navigator.layout.press("again")
    #expect(stage.navigator.layout.probedLines == ["there"])
    #expect(stage.nimbus.makeView().lines == ["wait"])
  }

  @Test("A literal is decoded without naming its type")
  func literals() throws {
    struct Point: Decodable { let x: Int }
    #expect(try NimbusDecoder.decode(Point.self, from: ["x": 1]).x == 1)
    #expect(try NimbusDecoder.decode([Int].self, from: [1, "2"]) == [1, 2])
  }
}
