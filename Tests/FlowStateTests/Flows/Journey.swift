import FlowState
import FlowStateTesting

/// A run that can go back, played by hand, and a diary of it: where it was and with what, and what was stopped and undone.
@MainActor
struct Journey {
  typealias Handler = FlowStepHandler<Any, String>

  let trace = Trace()
  let queue = ManualQueue()
  let clock = ManualClock()
  let census = Census()
  private let luggage = Luggage()

  private final class Luggage {
    var handlers: [String: Handler] = [:]
  }

  /// Writes down what a reader of the diary cannot see from the steps' own notes.
  struct Diary: FlowObserver {
    let trace: Trace

    func receive(_ event: FlowEvent) {
      switch event.kind {
      case .stepBegan, .contentSet, .runBegan, .rested: break
      default: trace.receive(event)
      }
    }
  }

  /// The handler of the latest start of a step.
  subscript(identifier: String) -> Handler? { luggage.handlers[identifier] }

  /// A step that waits until the test completes it, and notes with what it starts, that it was stopped, and its undoing.
  func place(_ identifier: String, then next: (any Startable)? = nil) -> FlowStep<Any, String> {
    let alive = census.newborn()
    let step = FlowStep(Any.self, String.self, identifier: identifier) { [trace, luggage] step in
      alive.touch()
      trace.note("\(identifier)(\(step.content.map { "\($0)" } ?? ""))")
      let handler = Handler()
      handler.onCancel { trace.note("\(identifier) stopped") }
      luggage.handlers[identifier] = handler
      return handler
    }
    step.setUndo { [trace] step, result in
      alive.touch()
      trace.note("undo \(identifier)(\(step.content.map { "\($0)" } ?? "")) = \(result ?? "nil")")
    }
    step.nextStep = next
    return step
  }

  /// A flow on the journey's queue, to be nested or made reversible.
  func flow(
    _ identifier: String, _ first: @escaping @MainActor (FlowScope<Never, String>) -> any Startable
  ) -> Flow<Any, String> {
    Flow(Any.self, String.self, identifier: identifier, onMainActor: first).on(queue)
  }

  /// Starts a run of a flow and plays it to where it waits.
  @discardableResult
  func begin(_ flow: Flow<Any, String>) -> FlowRun {
    let run = flow.observed(by: Diary(trace: trace)).timed(by: clock).start { [trace, census] outcome in
      switch outcome {
      case .completed(let result): trace.note("= \(result ?? "nil"), \(census.living) alive")
      case .failed(let error): trace.note("= \(error), \(census.living) alive")
      case .cancelled: trace.note("= cancelled, \(census.living) alive")
      }
    }
    queue.play()
    return run
  }

  /// Starts a run of the reversible flow `F`.
  @discardableResult
  func begin(visits: Int = .max, _ first: @escaping @MainActor (FlowScope<Never, String>) -> any Startable) -> FlowRun {
    begin(flow("F", first).reversible(visits: visits))
  }

  /// Completes a step with its own name in capitals, or with a result.
  func complete(_ identifier: String, _ result: String? = nil) {
    luggage.handlers[identifier]?.complete(result ?? identifier.uppercased())
    queue.play()
  }

  func fail(_ identifier: String) {
    luggage.handlers[identifier]?.fail(Mishap())
    queue.play()
  }

  /// Lets go of a step's handler.
  func letGo(of identifier: String) {
    luggage.handlers[identifier] = nil
    queue.play()
  }

  func goBack(_ run: FlowRun) {
    run.goBack()
    queue.play()
  }

  /// What the diary says since it was read last.
  func read() -> [String] { trace.take() }
}
