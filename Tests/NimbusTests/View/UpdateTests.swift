import FlowJSON
import FlowScreens
import TestSupport
import Testing

@testable import Nimbus

@Suite("Updates")
struct UpdateTests {
  private struct Tally: ViewDecodable {
    var title: String
    @State var count: Int

    func render(_ context: ComponentContext) -> ScreenLayout {
      .element(.button(context.id, label: "\(title) \(count)") { count += 1 })
    }
  }

  private struct Presses: ViewDecodable {
    var title: String
    @State var count: Int
    @Event var onPress: () -> Void

    func render(_ context: ComponentContext) -> ScreenLayout {
      .element(
        .button(context.id, label: "\(title) \(count)") {
          onPress()
          onPress()
          count += 1
        })
    }
  }

  private struct Restless: ViewDecodable {
    @State var count: Int
    @Event var onDraw: () -> Void

    func render(_ context: ComponentContext) -> ScreenLayout {
      count += 1
      onDraw()
      return .text(StyledText("\(count)"))
    }
  }

  private func stage() -> NimbusHarness {
    NimbusHarness {
      $0.libraries += [
        .layout(),
        NimbusSwiftUILibrary("my").addComponent("tally", Tally.self).addComponent("restless", Restless.self)
          .addComponent("presses", Presses.self),
      ]
    }
  }

  @Test("An instance is released together with its loaded view", arguments: ["if", "forEach", "layout:text"])
  func leavesNothing(component: String) throws {
    weak var nimbus: NimbusInstance?
    do {
      let stage = stage()
      nimbus = stage.nimbus
      let view = stage.nimbus.makeView(states: ["on": true, "items": [1, 2]])
      try view.load(
        node(
          component, #""condition": "@{on}", "items": "@{items}", "text": "x""#,
          children: node("then", children: text("shown"))))
    }
    #expect(nimbus == nil)
  }

  @Test("One changed text among 10,000 nodes of built-in components redraws exactly one node")
  func oneOfTenThousand() throws {
    let stage = stage()
    let rows: [JSONValue] = (0..<100).map { row in
      let texts: [JSONValue] = (0..<99).map { column in
        let text: JSONValue = row == 42 && column == 42 ? "n = @{n}" : "\(row)/\(column)"
        return ["_:component": "layout:text", "properties": ["text": text]]
      }
      return ["_:component": "layout:column", "children": .array(texts)]
    }
    let view = stage.nimbus.makeView(states: ["n": 0])
    try view.load(["_:component": "layout:column", "children": .array(rows)])
    #expect(view.lines.count == 9_900)
    #expect(view.renderCount == 1 + 1 + 100 + 9_900)
    let updates = Counter()
    view.onUpdate = { updates.count += 1 }
    view.setState("n", to: 1)
    #expect(view.lines[42 * 99 + 42] == "n = 1")
    #expect(view.renderCount == 10_002 + 1)
    #expect(updates.count == 1)
  }

  @Test("A component's own state redraws the component, and survives new properties")
  func localState() throws {
    let stage = stage()
    let view = try stage.view(
      node(
        "layout:column", state: "\"t\": \"a\"",
        children: node("my:tally", id: "tally", #""title": "@{t}", "count": 5"#),
        node("layout:text", "\"text\": \"still\""), button("b", setState("t", "\"b\""))))
    #expect(view.lines.first == "<a 5>")
    let updates = Counter()
    view.onUpdate = { updates.count += 1 }
    let renders = view.renderCount
    view.layout.press("a 5")
    #expect(view.lines.first == "<a 6>")
    #expect(view.renderCount == renders + 1)
    #expect(updates.count == 1)
    view.layout.press("b")
    #expect(view.lines.first == "<b 6>")
  }

  @Test("A component that is redrawn while one of its closures runs keeps the change that follows")
  func redrawDuringPress() throws {
    let stage = stage()
    let view = try stage.view(
      node(
        "layout:column", state: "\"t\": 0",
        children: node(
          "my:presses", "\"title\": \"@{t}\", \"count\": 0, \"onPress\": [\(setState("t", "\"@{sum(t, 1)}\""))]")))
    view.onUpdate = { [unowned view] in _ = view.lines }
    #expect(view.lines == ["<0 0>"])
    view.layout.press("0 0")
    #expect(view.lines == ["<2 1>"])
    view.layout.press("2 1")
    #expect(view.lines == ["<4 2>"])
  }

  @Test("A view that an event opens between two changes of a state shows the second")
  func viewBetweenChanges() throws {
    let stage = NimbusHarness(documents: ["/b": text("@{n}")], states: ["n": 0])
    stage.navigator.open(
      document: node(
        "app:column",
        children: text("@{n}"), button("go", setState("n", "1"), action("push", "\"url\": \"/b\""), setState("n", "2")))
    )
    stage.navigator.layout.press("go")
    #expect(stage.navigator.stacks.first?.map { $0.lines.first } == ["2", "2"])
  }

  @Test("A component that changes states while it is drawn is logged, and is not redrawn endlessly")
  func restless() throws {
    let stage = stage()
    let view = try stage.view(
      node(
        "layout:column", state: "\"n\": 0",
        children: node("my:restless", id: "r", "\"count\": 0, \"onDraw\": [\(setState("n", "\"@{sum(n, 1)}\""))]")))
    view.onUpdate = { _ = view.lines }
    #expect(view.lines == ["1"])
    #expect(view.lines == ["1"])
    #expect(
      stage.log.take() == [
        "error: The component \"my:restless\" in nimbus > view > nimbus:root > nimbus:1 > r changes a state while it is "
          + "drawn; it is not redrawn.",
        "error: The event nimbus > view > nimbus:root > nimbus:1 > r > onDraw was not run: the component \"my:restless\" "
          + "runs it while it is drawn.",
      ])
    view.onUpdate = nil
  }

  @Test("Each of two views that depend on one state is updated once")
  func twoViews() throws {
    let stage = stage()
    let views = try [stage.view(text("@{global}")), stage.view(text("@{global}")), stage.view(text("x"))]
    let updates = Counter()
    for view in views { view.onUpdate = { updates.count += 1 } }
    stage.nimbus.setState("global", to: 1)
    #expect(updates.count == 2)
  }

  @Test("The built-in components make a form")
  func form() throws {
    let stage = stage()
    let view = try stage.view(
      node(
        "layout:column", state: #""name": "", "terms": false"#,
        children: node(
          "layout:textInput",
          #""label": "Name", "value": "@{name}", "onChange": [\#(setState("name", "\"@{onChange}\""))]"#),
        node("layout:row", children: node("layout:button", #""text": "Send", "disabled": "@{isEmpty(name)}""#))))
    func button() -> LayoutElement? { view.layout.probedElements.first { $0.label == "Send" } }
    #expect(button()?.isEnabled == false)
    view.layout.type("Bo", into: "Name")
    #expect(button()?.isEnabled == true)
    #expect(stage.log.entries == [])
  }

  @Test("A view is released with its nodes")
  func lifetime() throws {
    let stage = stage()
    var view: ServerDrivenView? = try stage.view(
      node("app:column", state: "\"a\": 1", children: text("@{a} @{global}"), button("b", setState("a", "2"))))
    view?.layout.press("b")
    weak let root = view?.root
    weak let gone = view
    #expect(root != nil)
    view = nil
    #expect(root == nil && gone == nil)
    stage.nimbus.setState("global", to: 1)
  }
}
