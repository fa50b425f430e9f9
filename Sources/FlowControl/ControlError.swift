import FlowCommandLine
import FlowDurable
import FlowJSON
import FlowScreens

/// An error of a command about runs.
enum ControlError: Error, Equatable, CustomStringConvertible {
  /// A word doesn't name a run.
  case notARun(String)
  /// No run of the flow has the key.
  case unknownKey(flow: String, key: String)
  /// The program doesn't know the flow of a run, so the command isn't possible.
  case unknownFlow(String, known: [String])
  /// The flow has no such variant; or it has variants, and none is named.
  case unknownVariant(String?, flow: String, known: [String])
  /// A variant is named beside a run, which has one.
  case variantOfRun
  /// The flow has no such step.
  case unknownStep(String, flow: String, known: [String])
  /// No step of the flow awaits such a message.
  case unknownMessage(String, flow: String, known: [String])
  /// The body of a message doesn't decode. The text gives the place and the reason.
  case unfitMessage(String, flow: String, place: String)
  /// The command names runs, and also a flow whose runs it wants.
  case runsAndFlow
  /// The command names runs, and also which runs it wants.
  case runsAndFilter
  /// The body of a message isn't JSON.
  case notJSON(JSONSyntaxError)

  var description: String {
    switch self {
    case .notARun(let word):
      "\(word.quoted) doesn't name a run: expected a number, or FLOW/KEY."
    case .unknownKey(let flow, let key): "No run of \(flow.quoted) has the key \(key.quoted)."
    case .unknownFlow(let name, let known):
      "This program doesn't know the flow \(name.quoted). It knows: \(list(known))."
    case .unknownVariant(let variant?, let flow, let known):
      "The flow \(flow.quoted) has no variant \(variant.quoted). It has: \(list(known))."
    case .unknownVariant(nil, let flow, let known):
      "The flow \(flow.quoted) has variants: expected --variant with one of \(list(known))."
    case .variantOfRun: "A run and --variant were given: expected one of the two."
    case .unknownStep(let step, let flow, let known):
      "The flow \(flow.quoted) has no step \(step.quoted). It has: \(list(known))."
    case .unknownMessage(let name, let flow, let known):
      "No step of \(flow.quoted) awaits the message \(name.quoted). Steps await: \(list(known))."
    case .unfitMessage(let name, let flow, let place):
      "The message \(name.quoted) doesn't decode as \(flow.quoted) awaits it: \(place.printable)."
    case .runsAndFlow: "Runs and --flow were given: expected one of the two."
    case .runsAndFilter: "Runs and a filter were given: expected one of the two."
    case .notJSON(let error): "The body of the message isn't JSON: \(error)"
    }
  }

  private func list(_ names: [String]) -> String {
    names.isEmpty ? "none" : names.map(\.quoted).joined(separator: ", ")
  }

  var exitCode: ExitCode {
    switch self {
    case .notARun, .runsAndFlow, .runsAndFilter, .variantOfRun, .unknownVariant(nil, _, _): .usage
    case .unknownKey: .noInput
    case .unknownFlow, .unknownVariant, .unknownStep, .unknownMessage, .unfitMessage, .notJSON: .data
    }
  }
}
