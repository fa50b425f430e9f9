import FlowJSON
import Foundation
import Nimbus
import Testing

@Suite("@CoreAction")
struct CoreActionTests {
  private struct Outer: ActionDecodable {
    struct Inner: Decodable {
      @CoreAction var triggered: ActionTriggeredEvent
    }
    let inner: Inner
    let list: [Inner]?

    func execute() {}
  }

  @Test("NB-16: Types nested in the action, under keys and in lists, receive the triggered event")
  func nested() throws {
    let event = ActionTriggeredEvent(
      action: ServerDrivenAction(
        name: "app:act", properties: .json(["inner": [:], "list": [[:]]]), metadata: ["m": 1]),
      scope: ServerDrivenEvent(name: "onPress") { _ in })
    let action = try NimbusDecoder.decode(Outer.self, from: event)
    #expect(action.inner.triggered.scope.name == "onPress")
    #expect(action.inner.triggered.scope === event.scope)
    #expect(action.inner.triggered.action.name == "app:act")
    #expect(action.list?.first?.triggered.action.metadata == ["m": 1])
  }

  @Test(
    "An action without properties receives the triggered event", arguments: [nil, .null, .object([:])] as [JSONValue?])
  func noProperties(properties: JSONValue?) throws {
    let event = ActionTriggeredEvent(
      action: ServerDrivenAction(name: "app:act", properties: properties.map(NimbusValue.json)),
      scope: ServerDrivenEvent(name: "onPress") { _ in })
    #expect(try NimbusDecoder.decode(Outer.Inner.self, from: event).triggered.scope.name == "onPress")
  }

  @Test("Decoding fails at its path if no action is being run")
  func noAction() {
    let error = #expect(throws: DecodingError.self) {
      try NimbusDecoder.decode(Outer.self, from: ["inner": [:]] as JSONObject)
    }
    #expect(error?.outcome == "corrupted at inner")
    #expect(error?.message == "No action event is available: no action is being run.")
  }

  @Test("Decoding fails in another decoder")
  func foreign() {
    let error = #expect(throws: DecodingError.self) {
      try JSONDecoder().decode(Outer.self, from: Data(#"{"inner": {}}"#.utf8))
    }
    #expect(error?.outcome == "corrupted at inner")
    #expect(error?.message == "The action that runs is only available through the Nimbus decoder.")
  }
}
