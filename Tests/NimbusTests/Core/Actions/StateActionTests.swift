import FlowJSON
import TestSupport
import Testing

@testable import Nimbus

@Suite("setState, condition and log")
struct StateActionTests {
  private func run(_ actions: String...) throws -> [String] {
    let stage = NimbusHarness(states: ["on": true])
    let document =
      "{\"_:component\": \"app:button\", \"properties\": {\"label\": \"go\", \"onPress\": [\(actions.joined(separator: ","))]}}"
    try stage.view(document).pressKeeping("go")
    return stage.log.entries.map { entry in
      entry.split(separator: "failed: ").last.map(String.init) ?? entry
    }
  }

  @Test("The action condition runs one of two events, or none")
  func condition() throws {
    func branch(_ condition: String) -> String {
      action(
        "condition",
        #""condition": \#(condition), "onTrue": [\#(action("log", #""message": "yes""#))], "onFalse": [\#(action("log", #""message": "no""#))]"#
      )
    }
    #expect(try run(branch("\"@{on}\""), branch("\"@{not(on)}\"")) == ["info: yes", "info: no"])
    #expect(try run(action("condition", "\"condition\": true")) == [])
    #expect(
      try run(branch("1"), action("condition")) == [
        "expected a bool for \"condition\", found the integer 1.", "expected a bool for \"condition\", found nothing.",
      ])
  }

  @Test("The action log writes at the given level, spelled in any case")
  func log() throws {
    #expect(
      try run(
        action("log", "\"message\": \"a\""), action("log", #""message": 1.5, "level": "WARNING""#),
        action("log", #""message": true, "level": "Error""#), action("log", #""message": "x", "level": "loud""#),
        action("log"))
        == [
          "info: a", "warning: 1.5", "error: true",
          "expected one of \"Info\", \"Warning\" and \"Error\" for \"level\", found the string \"loud\".",
          "expected a string for \"message\", found nothing.",
        ])
  }

  @Test("The action setState accepts null, and refuses events and members outside of its properties")
  func setStateValues() throws {
    #expect(
      try run(
        action("setState", "\"path\": \"on\""), action("log", "\"message\": \"[@{on}]\""),
        action("setState", #""path": "on", "value": [{"_:action": "log"}]"#),
        #"{"_:action": "setState", "path": "on", "value": 1}"#)
        == [
          "info: []", "expected a value without events for \"value\", found an event.",
          "expected a string for \"path\", found nothing.",
        ])
  }
}
