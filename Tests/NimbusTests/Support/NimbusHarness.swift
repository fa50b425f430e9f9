import FlowJSON
import FlowScreens
import TestSupport

@testable import Nimbus

/// An instance with a few simple components (`app:text`, `app:column`, `app:button`, `app:input`), and its log.
struct NimbusHarness {
  let log = LogBook()
  let nimbus: NimbusInstance
  let navigator: NimbusNavigator

  init(
    documents: [String: String] = [:], states: [String: JSONValue] = [:],
    _ configure: (inout NimbusConfiguration) -> Void = { _ in }
  ) {
    var configuration = NimbusConfiguration()
    configuration.logger = log
    configuration.states = states
    configuration.viewSource = InMemoryViewSource(documents)
    configuration.libraries = [Self.library]
    configure(&configuration)
    nimbus = NimbusInstance(configuration)
    navigator = NimbusNavigator(nimbus)
  }

  /// Loads a document, which must be valid, into a view.
  func view(_ document: String, states: [String: JSONValue] = [:]) throws -> ServerDrivenView {
    let view = nimbus.makeView(states: states)
    try view.load(document)
    return view
  }

  static var library: NimbusSwiftUILibrary {
    NimbusSwiftUILibrary("app")
      .addComponent("text") { node in
        AnyComponent { _ in .text(StyledText(node.properties?["text"]?.plain?.canonicalText ?? "")) }
      }
      .addComponent("column") { node in
        AnyComponent { _ in .column(node.children.map { child in .deferred { child.layout } }) }
      }
      .addComponent("button") { node in
        AnyComponent { context in
          .element(
            .button(context.id, label: node.properties?["label"]?.plain?.canonicalText ?? "") {
              if case .event(let event)? = node.properties?["onPress"] { event.run() }
            })
        }
      }
      .addComponent("input") { node in
        AnyComponent { context in
          .element(
            .input(context.id, label: "input", text: "") { text in
              if case .event(let event)? = node.properties?["onChange"] { event.run(.string(text)) }
            })
        }
      }
  }
}

extension ServerDrivenView {
  /// The texts and labels that the view shows.
  var lines: [String] { layout.probedLines }

  /// Presses a button, and keeps the view alive meanwhile.
  func pressKeeping(_ label: String) {
    withExtendedLifetime(self) { layout.press(label) }
  }
}

/// A node of a document as JSON text.
func node(
  _ component: String, id: String? = nil, _ properties: String = "", state: String = "", children: String...
) -> String {
  var parts = ["\"_:component\": \"\(component)\""]
  if let id { parts.append("\"id\": \"\(id)\"") }
  if !properties.isEmpty { parts.append("\"properties\": {\(properties)}") }
  if !state.isEmpty { parts.append("\"state\": {\(state)}") }
  if !children.isEmpty { parts.append("\"children\": [\(children.joined(separator: ", "))]") }
  return "{\(parts.joined(separator: ", "))}"
}

/// An action of a document as JSON text.
func action(_ name: String, _ properties: String = "") -> String {
  "{\"_:action\": \"\(name)\", \"properties\": {\(properties)}}"
}

/// A `setState` as JSON text; the value is JSON text too.
func setState(_ path: String, _ value: String) -> String {
  action("setState", "\"path\": \"\(path)\", \"value\": \(value)")
}

/// A text component as JSON text.
func text(_ text: String) -> String { node("app:text", "\"text\": \"\(text)\"") }

/// A button as JSON text.
func button(_ label: String, _ actions: String...) -> String {
  node("app:button", "\"label\": \"\(label)\", \"onPress\": [\(actions.joined(separator: ", "))]")
}
