import FlowJSON
import FlowScreens
import TestSupport
import Testing

@testable import Nimbus

@Suite("Deeply nested documents")
struct NestedDocumentTests {
  private func nested(_ depth: Int, _ inner: JSONValue = ["_:component": "app:text"]) -> JSONValue {
    (1..<depth).reduce(inner) { below, _ in ["_:component": "app:column", "children": [below]] }
  }

  @Test("Nodes at the depth limit load and draw on a stack of 512 KB, and deeper ones are an error")
  func deepNodes() {
    let log = LogBook()
    onSmallStack {
      var configuration = NimbusConfiguration()
      configuration.logger = log
      configuration.libraries = [NimbusHarness.library, .layout()]
      let view = NimbusInstance(configuration).makeView()
      do {
        try view.load(self.nested(NimbusLimits.nodeDepth, ["_:component": "app:text", "properties": ["text": "deep"]]))
        log.info("\(view.layout.probedLines)")
        try view.load(self.nested(NimbusLimits.nodeDepth + 1))
      } catch {
        log.error("\(error)".suffix(70).description)
      }
    }
    #expect(
      log.entries == [
        "info: [\"deep\"]", "error: ildren[:0] is malformed: components are nested deeper than 100 levels.",
      ])
  }

  @Test("Deeply nested structural nodes, values, events and expressions load and draw on a small stack")
  func deepEverything() {
    let log = LogBook()
    onSmallStack {
      var configuration = NimbusConfiguration()
      configuration.logger = log
      configuration.libraries = [NimbusHarness.library]
      configuration.states = ["items": [1], "on": true]
      let view = NimbusInstance(configuration).makeView()
      var loops: JSONValue = ["_:component": "app:text", "properties": ["text": "@{item}"]]
      for _ in 0..<(NimbusLimits.nodeDepth - 1) / 3 {
        loops = ["_:component": "forEach", "properties": ["items": "@{items}"], "children": [loops]]
        loops = [
          "_:component": "if", "properties": ["condition": "@{on}"],
          "children": [["_:component": "then", "children": [loops]]],
        ]
      }
      var value: JSONValue = "@{on}"
      for _ in 0..<90 { value = ["k": value] }
      var event: JSONValue = [["_:action": "log", "properties": ["message": "in"]]]
      for _ in 0..<30 {
        event = [["_:action": "condition", "properties": ["condition": true, "onTrue": event]]]
      }
      let expression = String(repeating: "array(", count: 60) + "1" + String(repeating: ")", count: 60)
      for properties: JSONValue in [
        ["text": value], ["text": .string("@{\(expression)}")], ["label": "go", "onPress": event],
      ] {
        do {
          try view.load(["_:component": "app:button", "properties": properties])
          _ = view.layout.probedLines
          view.layout.press("go")
        } catch {
          log.error("\(error)")
        }
      }
      do { try view.load(loops) } catch { log.error("\(error)") }
      log.info("\(view.layout.probedLines)")
    }
    #expect(log.entries == ["info: in", "info: [\"1\"]"])
  }

  @Test("JSON text of only openings is an error")
  func deepText() {
    for text in [String(repeating: "[", count: 200_000), String(repeating: "{\"children\":[", count: 100_000)] {
      let view = NimbusHarness().nimbus.makeView()
      #expect(throws: ServerDrivenDocumentError.self) { try view.load(text) }
    }
  }

  @Test("A document with a value that is nested too deeply is refused")
  func deepValues() throws {
    var value: JSONValue = 1
    for _ in 0..<300 { value = [value] }
    for member in ["properties", "state"] {
      let view = NimbusHarness().nimbus.makeView()
      #expect(throws: ServerDrivenDocumentError.self) {
        var node: JSONObject = ["_:component": "app:text", "id": "n"]
        node[member] = ["v": value]
        try view.load(.object(node))
      }
    }
  }
}
