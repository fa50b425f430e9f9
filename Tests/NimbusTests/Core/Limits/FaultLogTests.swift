import FlowJSON
import FlowScreens
import TestSupport
import Testing

@testable import Nimbus

@Suite("The log of faults")
struct FaultLogTests {
  @Test("The number of messages about one document is limited")
  func copies() throws {
    let stage = NimbusHarness()
    let items = JSONValue.array(Array(repeating: 0, count: 3_000))
    let view = stage.nimbus.makeView(states: ["l": items])
    // Each document has a new limit.
    for _ in 1...2 {
      try view.load(
        node("forEach", "\"items\": \"@{l}\"", children: node("app:text", "\"text\": \"@{divide(1, 0)}\"")))
      #expect(stage.log.entries.count == NimbusLimits.messages + 1)
      #expect(
        stage.log.take().last
          == "error: There were 1000 messages about one event or document; later ones are left out.")
    }
  }

  @Test("Messages of the action log do not count toward the limit")
  func logAction() throws {
    let stage = NimbusHarness()
    let view = try stage.view(
      button("go", (0..<1_500).map { _ in action("log", "\"message\": \"m\"") }.joined(separator: ", ")))
    view.layout.press("go")
    #expect(stage.log.entries.count == 1_500)
  }

  @Test("The path of a deep node with long names is shortened in the middle")
  func longPaths() throws {
    let stage = NimbusHarness()
    var document = node("app:text", id: "last", "\"text\": \"@{divide(1, 0)}\"")
    for level in 0..<90 {
      document = node("app:column", id: "\(level)" + String(repeating: "x", count: 400), children: document)
    }
    _ = try stage.view(document)
    let message = try #require(stage.log.errors.first)
    #expect(message.utf8.count < 2_000)
    #expect(message.hasPrefix("The operation \"divide\" in nimbus > "))
    #expect(message.contains(" > … > "))
    #expect(message.hasSuffix(" > last failed: 1 cannot be divided by zero."))
  }

  @Test("Events of the first drawing update dependent properties once")
  func initEvents() throws {
    let evaluations = Counter()
    let stage = NimbusHarness {
      $0.libraries.append(
        NimbusSwiftUILibrary("my").addOperation("seen") { arguments in
          evaluations.count += 1
          return arguments.first ?? .null
        })
    }
    let texts = (0..<100).map { _ in
      node(
        "app:text",
        "\"text\": \"@{seen(c)}\", \"onInit\": [\(setState("c", "\"@{sum(c, 1)}\""))]")
    }
    let view = try stage.view(
      "{\"_:component\": \"app:column\", \"state\": {\"c\": 0}, \"children\": [\(texts.joined(separator: ","))]}")
    #expect(evaluations.count == 100)
    _ = view.lines
    #expect(view.lines == Array(repeating: "100", count: 100))
    #expect(evaluations.count <= 200)
  }

  @Test("An event with too many messages does not hide the faults of what comes next")
  func nextDocument() throws {
    let stage = NimbusHarness()
    let items = JSONValue.array(Array(repeating: 0, count: 3_000))
    func fillLog() throws {
      try stage.nimbus.makeView(states: ["l": items]).load(
        node("forEach", "\"items\": \"@{l}\"", children: node("app:text", "\"text\": \"@{divide(1, 0)}\"")))
      #expect(stage.log.take().count == NimbusLimits.messages + 1)
    }
    try fillLog()
    _ = try stage.view(text("@{}"))
    #expect(stage.log.take().count == 1)
    try fillLog()
    stage.navigator.open(document: "{")
    #expect(stage.log.take().count == 1)
    try fillLog()
    stage.nimbus.setState("none", to: 1)
    #expect(stage.log.take() == ["error: The state \"none\" was not set: there is no state \"none\" in nimbus."])
  }
}
