/// The failure of a step of a document.
enum DocumentRunError: Error, Hashable, CustomStringConvertible {
  case unregistered(String, step: String)
  case awaitsInMemory(String, step: String)
  case notLoaded(String, url: String, reason: String)
  case unfitScreen(String, url: String, reason: String)
  case screenFailed(step: String, reason: String)
  case noLoader(step: String)
  case noAddress(step: String)
  case resultWithEvents

  var description: String {
    switch self {
    case .unregistered(let name, let step): "Step '\(step)' uses '\(name)', which the program hasn't registered."
    case .awaitsInMemory(let message, let step):
      "Step '\(step)' awaits the message '\(message)', which only a durable run receives."
    case .notLoaded(let system, let url, let reason):
      "The document of \(system) at '\(url)' can't be loaded: \(reason.hasSuffix(".") ? String(reason.dropLast()) : reason)."
    case .unfitScreen(let system, let url, let reason):
      "The document of \(system) at '\(url)' is not as expected: \(reason)."
    case .screenFailed(let step, let reason): "The screen of step '\(step)' can't be shown. \(reason)"
    case .noLoader(let step): "The screen of step '\(step)' can't be loaded, because the program loads no documents."
    case .noAddress(let step): "The address of the screen of step '\(step)' has no value."
    case .resultWithEvents: "The property \"result\" of \"flow:complete\" has an event."
    }
  }
}
