import FlowJSON
import Hub
import Nimbus
import StepKit

/// The results of screens, as expressions read them.
enum ScreenResult {
  /// The actions with which a Nimbus document ends its screen: with a value, and without one.
  static let nimbusActions = ["flow:complete", "flow:finish"]
  /// The action of Hub targets that every document can use.
  static let hubAction = "flow:choose"

  /// The shape of the result of a document that is fetched.
  static func shape(of system: ScreenSystem, _ screens: RegisteredScreens) -> ValueShape {
    switch system {
    case .stepkit: .object(["last": .text, "answers": .object([:], isOpen: true)], isOpen: false)
    case .nimbus:
      screens.hasOwnNimbus ? .any : .object(["action": .oneOf(nimbusActions), "value": .any], isOpen: false)
    case .hub: hubShape(screens.hubActions)
    }
  }

  /// The shape of the result of a Hub screen with these actions.
  static func hubShape(_ actions: Set<String>) -> ValueShape {
    .object(
      ["item": .text, "title": .optional(.text), "action": .oneOf(actions), "data": .any], isOpen: false)
  }

  /// The result of a finished list of StepKit.
  static func of(_ steps: [Step]) -> JSONValue {
    var answers = JSONObject()
    for step in steps { for (name, text) in step.answers { answers[name] = .string(text) } }
    return ["last": .string(steps.last?.name ?? ""), "answers": .object(answers)]
  }

  /// The result of a component of Hub that was chosen.
  static func of(_ component: HubComponentModel, _ action: String) -> JSONValue {
    var members: JSONObject = ["item": .string(component.identifier), "action": .string(action)]
    members["title"] = component.title.map { .string($0) }
    members["data"] = component.target?.customData.map { .object($0) }
    return .object(members)
  }

  /// The library of the actions that end a Nimbus screen.
  static var nimbusLibrary: NimbusSwiftUILibrary {
    NimbusSwiftUILibrary("flow")
      .addAction("complete") { event in
        let result = event.action.properties?["result"]
        guard let value = result.map({ $0.plain }) ?? .null else { throw DocumentRunError.resultWithEvents }
        try event.completeStep(with: JSONValue.object(["action": .string(nimbusActions[0]), "value": value]))
      }
      .addAction("finish") { event in
        try event.completeStep(with: JSONValue.object(["action": .string(nimbusActions[1]), "value": .null]))
      }
  }
}

extension Step {
  /// The identifier of the step's action, or else its title.
  var name: String { action.ownIdentifier ?? title }

  /// The names under which the step has answers: the identifiers that its author gave.
  var answerNames: [String] { answers.map(\.name) }

  /// The answers of the step as texts.
  var answers: [(name: String, text: String)] {
    switch action {
    case .button(_, _, let identifier): identifier.map { [($0, "pressed")] } ?? []
    case .checkBox(let item): item.identifier.map { [($0, "ticked")] } ?? []
    case .checkBoxGroup(let items): items.compactMap { item in item.identifier.map { ($0, "ticked") } }
    case .timer(let seconds, _, let identifier, _): identifier.map { [($0, Self.text(of: seconds))] } ?? []
    case .customTimer(let identifier, _, _, let seconds, _):
      identifier.map { [($0, Self.text(of: seconds ?? 0))] } ?? []
    case .stepper: []
    }
  }

  /// Seconds as an expression would write the number.
  private static func text(of seconds: Double) -> String { Int64(exactly: seconds).map { "\($0)" } ?? "\(seconds)" }
}

extension StepAction {
  /// The identifier that the author gave the action, if it has one.
  fileprivate var ownIdentifier: String? {
    switch self {
    case .button(_, _, let identifier), .timer(_, _, let identifier, _), .customTimer(let identifier, _, _, _, _):
      identifier
    case .checkBox(let item): item.identifier
    case .checkBoxGroup, .stepper: nil
    }
  }
}
