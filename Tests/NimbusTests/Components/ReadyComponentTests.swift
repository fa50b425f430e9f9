import FlowJSON
import FlowScreens
import Nimbus
import Testing

@Suite("Built-in components")
struct ReadyComponentTests {
  private let context = ComponentContext(id: "1")

  private func drawn<T: ViewDecodable>(_ type: T.Type, _ properties: JSONObject) -> [String] {
    do {
      let node = ServerDrivenNode(
        id: "1", component: "x", properties: .json(.object(properties)),
        children: [textNode("2", "a"), textNode("3", "b")])
      return try NimbusDecoder.decode(type, from: node, in: NodeEnvironment(render: drawNode)).render(context).shown
    } catch {
      return [(error as? DecodingError)?.outcome ?? "\(error)"]
    }
  }

  /// The element of a component with an event, and the probe that records the event's values.
  private func wired<T: ViewDecodable>(
    _ type: T.Type, _ properties: JSONObject, _ event: String
  ) throws -> (kind: LayoutElement.Kind?, probe: EventProbe) {
    let probe = EventProbe()
    var members: [String: NimbusValue] = [event: .event(probe.event(event))]
    for (name, value) in properties { members[name] = .json(value) }
    return (try NimbusDecoder.decode(type, from: .object(members)).render(context).element?.kind, probe)
  }

  @Test("A text accepts any value, and styles by name")
  func text() throws {
    #expect(drawn(TextComponent.self, ["text": 5]) == ["5"])
    #expect(drawn(TextComponent.self, [:]) == [])
    #expect(drawn(TextComponent.self, ["text": "a", "style": "blink"]) == ["corrupted at style"])
    #expect(drawn(TextComponent.self, ["text": "a", "style": ["red", 3]]) == ["mismatch Name at style.1"])
    let styled = try NimbusDecoder.decode(
      TextComponent.self, from: ["text": "a", "style": ["BOLD", "red"]] as JSONObject)
    guard case .text(let text) = styled.render(context) else {
      Issue.record("no text")
      return
    }
    #expect(text.spans.map(\.styles) == [[.bold, .red]])
    let one = try NimbusDecoder.decode(TextComponent.self, from: ["text": "a", "style": "dim"] as JSONObject)
    #expect(one.style == TextStyles(.dim))
  }

  @Test("A button has a text, can be disabled, and runs its event when it is pressed")
  func button() throws {
    #expect(drawn(ButtonComponent.self, ["text": "Send"]) == ["1 Send: button"])
    #expect(drawn(ButtonComponent.self, ["text": "Send", "disabled": true]) == ["1 Send: button (off)"])
    #expect(drawn(ButtonComponent.self, [:]) == ["no key text at "])
    let (kind, probe) = try wired(ButtonComponent.self, ["text": "Send"], "onPress")
    guard case .button(let press)? = kind else {
      Issue.record("no button")
      return
    }
    press()
    #expect(probe.values == [nil])
  }

  @Test("A text input shows text, placeholder and error, and reports every change")
  func textInput() throws {
    #expect(drawn(TextInputComponent.self, ["label": "Name"]) == ["1 Name: input |"])
    #expect(
      drawn(
        TextInputComponent.self,
        ["label": "P", "value": 12, "placeholder": "?", "type": "Password", "error": "Bad", "disabled": true])
        == ["1 P: input 12|?|hidden (off)", "  Bad"])
    #expect(drawn(TextInputComponent.self, ["label": "P", "error": ""]) == ["1 P: input |"])
    let (kind, probe) = try wired(TextInputComponent.self, ["label": "P"], "onChange")
    guard case .input(_, _, _, let change)? = kind else {
      Issue.record("no input")
      return
    }
    change("hi")
    #expect(probe.values == ["hi"])
  }

  @Test("A toggle is on or off and reports the new value")
  func toggle() throws {
    #expect(drawn(ToggleComponent.self, ["label": "T"]) == ["1 T: toggle false"])
    #expect(
      drawn(ToggleComponent.self, ["label": "T", "value": true, "error": "Bad"]) == ["1 T: toggle true", "  Bad"])
    let (kind, probe) = try wired(ToggleComponent.self, ["label": "T"], "onChange")
    guard case .toggle(_, let set)? = kind else {
      Issue.record("no toggle")
      return
    }
    set(true)
    #expect(probe.values == [true])
  }

  @Test("A select has options with and without labels, and reports the value of the chosen option")
  func select() throws {
    let options: JSONValue = ["S", 2, ["label": "Large", "value": 3]]
    #expect(drawn(SelectComponent.self, ["label": "Z", "options": options]) == ["1 Z: choice S,2,Large none"])
    #expect(
      drawn(SelectComponent.self, ["label": "Z", "options": options, "value": 3, "error": "Bad"])
        == ["1 Z: choice S,2,Large 2", "  Bad"])
    #expect(
      drawn(SelectComponent.self, ["label": "Z", "options": [["label": "x"]]]) == ["no key value at options.0"])
    let (kind, probe) = try wired(SelectComponent.self, ["label": "Z", "options": options], "onChange")
    guard case .choice(_, _, let select)? = kind else {
      Issue.record("no choice")
      return
    }
    select(2)
    select(1)
    select(9)
    #expect(probe.values == [3, 2])
  }

  @Test(
    "Rows and columns draw their children and limit their spacing",
    arguments: [(nil, 1, 0), (3, 3, 3), (-5, 0, 0), (1e18, 100, 100)] as [(JSONValue, Int, Int)])
  func stacks(spacing: JSONValue, inRow: Int, inColumn: Int) throws {
    #expect(drawn(RowComponent.self, ["spacing": spacing]) == ["a", "b"])
    #expect(drawn(ColumnComponent.self, ["spacing": spacing]) == ["a", "b"])
    let row = try NimbusDecoder.decode(RowComponent.self, from: ["spacing": spacing] as JSONObject)
    guard case .row(_, inRow) = row.render(context) else {
      Issue.record("\(row.render(context))")
      return
    }
    let column = try NimbusDecoder.decode(ColumnComponent.self, from: ["spacing": spacing] as JSONObject)
    guard case .column(_, inColumn) = column.render(context) else {
      Issue.record("\(column.render(context))")
      return
    }
  }

  @Test("A column can be indented and framed")
  func column() {
    #expect(drawn(ColumnComponent.self, ["indent": 1, "title": "T"]) == ["[T]", " a", " b"])
  }

  @Test(
    "A progress is limited to the range from 0 to 1",
    arguments: [(0.5, "bar 0.5"), (7, "bar 1.0"), (-1, "bar 0.0"), (.number(.nan), "bar 0.0"), ("0.25", "bar 0.25")]
      as [(JSONValue, String)])
  func progress(value: JSONValue, bar: String) {
    #expect(drawn(ProgressComponent.self, ["value": value]) == [bar])
    #expect(drawn(ProgressComponent.self, ["value": value, "label": "Load"]) == ["Load", bar])
  }
}
