// Modules: FlowState FlowJSON FlowScreens Nimbus

import FlowJSON
import FlowScreens
import Foundation
import Nimbus

/// Shows a document, draws it, uses each element once and draws it again. Server, source and opener answer on the spot.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ start: UnsafePointer<UInt8>?, _ count: Int) -> CInt {
  var input = Input(start, count)
  let text = input.text
  var configuration = NimbusConfiguration()
  configuration.libraries = [.layout(), .layout("")]
  let log = Log()
  configuration.logger = log
  configuration.states = ["items": [1, ["name": "x"], "y"], "on": true]
  configuration.viewSource = InMemoryViewSource(["/self": text, "/empty": "{\"_:component\": \"fragment\"}"])
  configuration.httpClient = EchoClient(text)
  configuration.urlOpener = Opener()
  configuration.showsDebugMarkers = input.choices.number(below: 2) == 1
  let nimbus = NimbusInstance(configuration)
  let width = input.choices.number(below: 100)
  checkUpdates(text, nimbus, log, &input.choices)

  let navigator = NimbusNavigator(nimbus)
  navigator.open(document: text)
  for turn in 0..<24 {
    draw(navigator.layout, width)
    let elements = navigator.layout.elements
    guard turn < elements.count else { break }
    use(elements[turn], &input.choices)
  }
  draw(navigator.layout, width)
  return 0
}

/// A view without states of its own is a function of the application's states: after a change it must show what a new one
/// shows, unless an error was logged. What cannot be understood any more stays as it was.
private func checkUpdates(_ text: String, _ nimbus: NimbusInstance, _ log: Log, _ choices: inout Choices) {
  guard let document = try? JSONValue(parsing: text), !document.hasStates else { return }
  let view = nimbus.makeView()
  guard (try? view.load(document)) != nil else { return }
  for _ in 0..<2 {
    nimbus.setState("items", to: choices.one(of: [[], [1, 2], [["name": "x"], ["name": "z"]], ["y", "y", 1], nil]))
    nimbus.setState("on", to: choices.one(of: [false, true]))
    let fresh = nimbus.makeView()
    guard (try? fresh.load(document)) != nil else { preconditionFailure("What was shown once can be shown again.") }
    guard log.errors == 0 else { return }
    precondition(
      view.layout.laidOut(width: 60).text == fresh.layout.laidOut(width: 60).text,
      "An update shows what a new view shows.")
  }
}

private func draw(_ layout: ScreenLayout, _ width: Int) {
  let frame = layout.laidOut(width: width)
  for line in frame.lines {
    precondition(line.displayWidth <= max(1, width), "No line is wider than the width.")
    precondition(line.text.printable == line.text, "What is drawn is printable.")
  }
}

private func use(_ element: LayoutElement, _ choices: inout Choices) {
  switch element.kind {
  case .button(let press): press()
  case .input(_, _, _, let change): change(choices.text())
  case .toggle(let isOn, let set): set(!isOn)
  case .choice(let options, _, let select): select(options.count - 1 - choices.number(below: 3))
  }
}

extension JSONValue {
  fileprivate var hasStates: Bool {
    var waiting = [self]
    while let value = waiting.popLast() {
      switch value {
      case .array(let elements): waiting += elements
      case .object(let members):
        if members.contains(name: "state") { return true }
        waiting += members.values
      default: break
      }
    }
    return false
  }
}

/// Answers each request with the same text.
private final class EchoClient: NimbusHTTPClient {
  private let text: String

  init(_ text: String) {
    self.text = text
  }

  func send(_ request: NimbusRequest, completion: @escaping (Result<NimbusResponse, any Error>) -> Void) {
    completion(.success(NimbusResponse(status: request.method == .delete ? 500 : 200, body: text)))
  }
}

private struct Opener: URLOpener {
  func open(_ url: URL) -> Bool { url.scheme == "https" }
}

/// Wants each entry to say something, and counts the errors. Guard of `@unchecked Sendable`: there is one thread.
private final class Log: FlowLogger, @unchecked Sendable {
  var errors = 0

  func log(_ level: FlowLogLevel, _ message: String) {
    precondition(!message.isEmpty, "An entry in the log has a text.")
    if level == .error { errors += 1 }
  }
}
