// Modules: FlowState FlowJSON FlowScreens Nimbus

import FlowJSON
import FlowScreens
import Nimbus

/// Shows a text with expressions in it, and lets the states change that it may depend on. What is shown must be what a new view
/// would show that has these states from the beginning.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var input = Input(start, count)
  var configuration = NimbusConfiguration()
  configuration.libraries = [.layout(), Raw.library]
  configuration.logger = StrictLogger()
  let nimbus = NimbusInstance(configuration)
  let names = ["a", "b", "list", "user"]
  let view = nimbus.makeView(states: [
    "a": 1, "b": "x", "list": [1, ["name": "n"], "y"], "user": ["name": "Bo", "age": 5.5],
  ])
  let text = JSONValue.string(input.text)
  let document: JSONValue = [
    "_:component": "layout:column",
    "children": [
      ["_:component": "layout:text", "properties": ["text": text]],
      ["_:component": "fuzz:raw", "properties": ["value": ["in": [text]]]],
    ],
  ]
  show(document, in: view)
  for _ in 0..<8 where input.choices.areLeft {
    let path = input.choices.one(of: names + ["user.name", "list[1].name", "list[0]", "user.a.b", "global"])
    let isOwnText = input.choices.number(below: 4) == 0
    let value = isOwnText ? .string(input.choices.text()) : input.choices.one(of: values)
    if path == "global" { nimbus.setState(path, to: value) } else { view.setState(path, to: value) }
    var states: [String: JSONValue] = [:]
    for name in names { states[name] = view.state(name) }
    let fresh = nimbus.makeView(states: states)
    show(document, in: fresh)
    precondition(Raw.lines(of: view) == Raw.lines(of: fresh), "An update shows what a new view shows.")
  }
  return 0
}

private let values: [JSONValue] = [
  0, -1, 1.5, 1e300, true, false, nil, "", "x", "-3.5", [], [1, 2, 3], ["k": "v"], .integer(.max), .integer(.min),
  "@{a}",
  [[["deep"]]],
]

private func show(_ document: JSONValue, in view: ServerDrivenView) {
  do {
    try view.load(document)
  } catch {
    preconditionFailure("Any text can be shown: \(error)")
  }
}

/// Shows its value as JSON, so that `1` and `"1"` can be told apart.
private enum Raw {
  static var library: NimbusSwiftUILibrary {
    NimbusSwiftUILibrary("fuzz").addComponent("raw") { node in
      let properties = try NimbusDecoder.decode([String: JSONValue].self, from: node)
      return AnyComponent { _ in .text(StyledText(JSONValue.object(JSONObject(properties.map { ($0, $1) })).jsonText)) }
    }
  }

  static func lines(of view: ServerDrivenView) -> [String] { view.layout.laidOut(width: 60).text }
}

/// A logger that wants each entry to say something.
private struct StrictLogger: FlowLogger {
  func log(_ level: FlowLogLevel, _ message: String) {
    precondition(!message.isEmpty, "An entry in the log has a text.")
  }
}
