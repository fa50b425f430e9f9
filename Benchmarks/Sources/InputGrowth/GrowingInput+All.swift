import FlowJSON
import FlowScreens
import Foundation
import Hub
import Nimbus
import StepKit

extension GrowingInput {
  static var all: [GrowingInput] { json + nimbus + hub + steps + durable + documents }

  // MARK: FlowJSON

  private static var json: [GrowingInput] {
    [
      GrowingInput("json-numbers", 400_000, { list($0) { "\($0)" } }, use: read),
      GrowingInput("json-members", 100_000, { "{" + joined($0) { #""m\#($0)": [1]"# } + "}" }, use: read),
      GrowingInput("json-repeated-names", 100_000, { "{" + joined($0) { #""m\#($0 % 7)": 1"# } + "}" }, use: read),
      GrowingInput("json-text", 4_000_000, { "\"\(repeated("plain text ", $0))\"" }, use: read),
      GrowingInput("json-text-beyond-ascii", 4_000_000, { "\"\(repeated("Größe 大小 ", $0))\"" }, use: read),
      GrowingInput("json-escapes", 1_000_000, { "\"\(repeated(#"\u00e9\n"#, $0))\"" }, use: read),
      GrowingInput("json-marks", 1_000_000, { "\"\(repeated("a\u{301}\u{316}", $0))\"" }, use: read),
      GrowingInput("json-depth", 100, { size in (0..<size).map { _ in nested(200) }.listed }, use: read),
      GrowingInput("json-writing", 100_000, { list($0) { #"{"b": "x\#($0)", "a": 1.5}"# } }) { text in
        let value = try JSONValue(parsing: text)
        check(try value == JSONValue(parsing: value.text(.prettySorted)))
      },
      GrowingInput("json-position", 400_000, { list($0) { "\($0)" } }) { text in
        check(JSONPosition(of: JSONLocation().index(text.utf8.count / 10), in: text) != nil)
      },
    ]
  }

  private static func read(_ text: String) throws { check(try JSONValue(parsing: text) != .null) }

  // MARK: Nimbus

  private static var nimbus: [GrowingInput] {
    [
      GrowingInput(
        "nimbus-nodes", 5_000, { column(joined($0) { node("layout:text", #""text": "row \#($0)""#) }) }, use: show),
      GrowingInput(
        "nimbus-copies", 5_000,
        { size in
          let items = (0..<size).map { #"{"id": \#($0), "title": "t"}"# }.listed
          return """
            {"_:component": "fragment", "state": {"l": \(items)}, "children": [
            \(node("forEach", #""items": "@{l}", "key": "id""#, node("layout:text", #""text": "@{item.title} @{index}""#)))]}
            """
        }, use: show),
      GrowingInput(
        "nimbus-one-at", 500_000, { node("layout:text", #""text": "@\#(repeated("word ", $0))""#) }, use: show),
      GrowingInput(
        "nimbus-openings", 200_000, { node("layout:text", #""text": "\#(repeated("@{'", $0))""#) }, use: show),
      GrowingInput(
        "nimbus-expressions", 5_000,
        { size in
          node("layout:text", #""text": "\#((0..<size).map { _ in "@{sum(1, 2)}" }.joined(separator: " "))""#)
        }, use: show),
      GrowingInput(
        "nimbus-states", 5_000,
        { size in
          let states = joined(size) { #""s\#($0)": \#($0)"# }
          let text = (0..<size).map { "@{s\($0)}" }.joined(separator: " ")
          return #"{"_:component": "layout:text", "state": {\#(states)}, "properties": {"text": "\#(text)"}}"#
        }, use: show),
      GrowingInput(
        "nimbus-properties", 10_000, { node("layout:text", joined($0) { #""p\#($0)": "@{global}""# }) }, use: update),
      GrowingInput(
        "nimbus-dependents", 5_000, { column(joined($0) { _ in node("layout:text", #""text": "@{global}""#) }) },
        use: update),
      GrowingInput(
        "nimbus-actions", 1_000,
        { size in
          let actions = (0..<size).map { _ in
            #"{"_:action": "setState", "properties": {"path": "global", "value": "@{sum(1, 2)}"}}"#
          }
          return node("layout:button", #""text": "go", "onPress": \#(actions.listed)"#)
        }
      ) { text in
        let view = try loaded(text)
        guard case .button(let press)? = view.layout.elements.first?.kind else { return check(false) }
        press()
        check(view.layout.laidOut(width: 80).lines.count > 0)
      },
      GrowingInput(
        "nimbus-long-text", 200_000, { node("layout:text", #""text": "\#(repeated("word ", $0))""#) }, use: show),
      GrowingInput(
        "nimbus-control-characters", 100_000, { node("layout:text", #""text": "\#(repeated(#"\u0001"#, $0))""#) },
        use: show),
    ]
  }

  private static func loaded(_ text: String) throws -> ServerDrivenView {
    var configuration = NimbusConfiguration()
    configuration.libraries = [.layout()]
    configuration.logger = SilentLogger()
    let view = NimbusInstance(configuration).makeView()
    try view.load(text)
    return view
  }

  private static func show(_ text: String) throws {
    let view = try loaded(text)
    check(view.layout.laidOut(width: 80).lines.count > 0)
  }

  private static func update(_ text: String) throws {
    let view = try loaded(text)
    for number in 0..<4 {
      view.nimbus.setState("global", to: .integer(Int64(number)))
      _ = view.layout.laidOut(width: 80)
    }
    check(view.root != nil)
  }

  // MARK: Hub

  private static var hub: [GrowingInput] {
    [
      GrowingInput(
        "hub-components", 5_000, { body($0) { component("c\($0)", #""text": {"title": "Dish \#($0)"}"#) } },
        use: showHub),
      GrowingInput(
        "hub-one-identifier", 10_000, { body($0) { component("c", #""custom": {"k\#($0)": 1}"#) } }, use: showHub),
      GrowingInput(
        "hub-actions-of-one", 10_000, { body($0) { component("c", #""target": {"actions": ["a:b\#($0)"]}"#) } },
        use: showHub),
      GrowingInput(
        "hub-children", 5_000,
        { size in
          body(1) { _ in component("c", #""children": \#((0..<size).map { component("k\($0)", "") }.listed)"#) }
        }, use: showHub),
      GrowingInput(
        "hub-title", 100_000,
        { size in body(1) { _ in component("c", #""text": {"title": "\#(repeated("word ", size))"}"#) } }, use: showHub),
      GrowingInput("hub-preferred-order", 10_000, { "\(repeated("x", $0))" }) { text in
        var builder = HubViewModelBuilder()
        let count = text.utf8.count
        for number in 0..<count { builder.body.edit("c\(number)") { $0.preferredIndex = count - number } }
        check(builder.build().bodyComponentModels.count == count)
      },
    ]
  }

  private static func showHub(_ text: String) throws {
    var builder = HubViewModelBuilder()
    try builder.addJSON(document: JSONValue(parsing: text))
    let screen = HubScreen<String>(builder)
    check(screen.layout.laidOut(width: 80).lines.count > 0)
  }

  // MARK: StepKit

  private static var steps: [GrowingInput] {
    [
      GrowingInput(
        "steps", 5_000, { list($0) { #"{"title": "Step \#($0)", "description": "Do it", "action": {"button": {}}}"# } },
        use: readSteps),
      GrowingInput(
        "steps-title", 100_000,
        { size in
          list(1) { _ in
            #"{"title": "\#(repeated("word ", size))", "description": "d", "action": {"timer": {"seconds": 5}}}"#
          }
        }, use: readSteps),
      GrowingInput(
        "steps-items", 10_000,
        { size in
          list(1) { _ in
            #"{"title": "t", "description": "d", "action": {"checkBoxGroup": {"items": \#((0..<size).map { "\"i\($0)\"" }.listed)}}}"#
          }
        }, use: readSteps),
    ]
  }

  private static func readSteps(_ text: String) throws {
    let screen = StepFlowScreen(try StepFlowView(data: Data(text.utf8)))
    check(screen.layout.laidOut(width: 80).lines.count > 0)
  }

  // MARK: Making inputs

  private static func check(_ holds: Bool) {
    guard holds else { fatalError("An input wasn't used as it should be.") }
  }

  private static func repeated(_ text: String, _ size: Int) -> String {
    String(repeating: text, count: max(1, size / text.utf8.count))
  }

  private static func joined(_ count: Int, _ part: (Int) -> String) -> String {
    (0..<count).map(part).joined(separator: ",")
  }

  private static func list(_ count: Int, _ part: (Int) -> String) -> String { "[" + joined(count, part) + "]" }

  private static func nested(_ depth: Int) -> String {
    String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
  }

  private static func node(_ component: String, _ properties: String, _ child: String = "") -> String {
    #"{"_:component": "\#(component)", "properties": {\#(properties)}, "children": [\#(child)]}"#
  }

  private static func column(_ children: String) -> String {
    #"{"_:component": "layout:column", "children": [\#(children)]}"#
  }

  private static func body(_ count: Int, _ part: (Int) -> String) -> String {
    #"{"id": "v", "title": "V", "body": \#(list(count, part))}"#
  }

  private static func component(_ id: String, _ members: String) -> String {
    #"{"id": "\#(id)", "component": {"id": "a:b"}\#(members.isEmpty ? "" : "," + members)}"#
  }
}

extension [String] {
  fileprivate var listed: String { "[" + joined(separator: ",") + "]" }
}
