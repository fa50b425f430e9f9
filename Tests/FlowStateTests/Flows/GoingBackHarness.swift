import FlowState
import FlowStateTesting
import TestSupport

/// A ``FlowHarness`` for flows that go back. Its trace notes the content of each start, each stop, and each undo.
@MainActor
struct GoingBackHarness {
  typealias Handler = FlowHarness.Handler

  private let harness = FlowHarness()

  var trace: Trace { harness.trace }
  var queue: ManualQueue { harness.queue }
  var clock: ManualClock { harness.clock }
  var objects: ObjectCounter { harness.objects }

  /// Leaves out the events that the steps' own notes already show.
  struct Observer: FlowObserver {
    let trace: Trace

    func receive(_ event: FlowEvent) {
      switch event.kind {
      case .stepBegan, .contentSet, .runBegan, .rested: break
      default: trace.receive(event)
      }
    }
  }

  /// The handler of the latest start of a step.
  subscript(identifier: String) -> Handler? { harness[identifier] }

  /// A step that waits until the test completes it. It notes its content, its stop, and its undo.
  func waiting(_ identifier: String, then next: (any Startable)? = nil) -> FlowStep<Any, String> {
    let object = objects.makeObject()
    let step = FlowStep(Any.self, String.self, identifier: identifier) { [trace, harness] step in
      object.touch()
      trace.note("\(identifier)(\(step.content.map { "\($0)" } ?? ""))")
      let handler = Handler()
      handler.onCancel { trace.note("\(identifier) stopped") }
      harness.keep(handler, of: identifier)
      return handler
    }
    step.setUndo { [trace] step, result in
      object.touch()
      trace.note("undo \(identifier)(\(step.content.map { "\($0)" } ?? "")) = \(result ?? "nil")")
    }
    step.nextStep = next
    return step
  }

  /// Makes a handler that ``complete(_:_:)`` completes.
  func handler(of identifier: String) -> Handler {
    let handler = Handler()
    harness.keep(handler, of: identifier)
    return handler
  }

  /// A flow on the harness's queue, to be nested or made reversible.
  func flow(
    _ identifier: String, _ first: @escaping @MainActor (FlowScope<Never, String>) -> any Startable
  ) -> Flow<Any, String> {
    harness.mainActorFlow(identifier, first)
  }

  /// Starts a run of a flow and plays it until it waits.
  @discardableResult
  func start(_ flow: Flow<Any, String>) -> FlowRun {
    let run = flow.observed(by: Observer(trace: trace)).timed(by: clock).start { [trace, objects] outcome in
      switch outcome {
      case .completed(let result): trace.note("= \(result ?? "nil"), \(objects.living) alive")
      case .failed(let error): trace.note("= \(error), \(objects.living) alive")
      case .cancelled: trace.note("= cancelled, \(objects.living) alive")
      }
    }
    queue.play()
    return run
  }

  /// Starts a run of the reversible flow `F`, which undoes visits only when it goes back.
  @discardableResult
  func startFlow(
    visits: Int = .max, _ first: @escaping @MainActor (FlowScope<Never, String>) -> any Startable
  ) -> FlowRun {
    start(flow("F", first).reversible(visits: visits).undoing(.onBack))
  }

  /// Completes a step with a result, by default its own name in capitals.
  func complete(_ identifier: String, _ result: String? = nil) {
    harness.complete(identifier, result: result ?? identifier.uppercased())
  }

  func fail(_ identifier: String) {
    harness.fail(identifier)
  }

  /// Releases a step's handler.
  func letGo(of identifier: String) {
    harness.letGo(of: identifier)
  }

  func goBack(_ run: FlowRun) {
    run.goBack()
    queue.play()
  }

  /// Removes the lines of the trace and returns them.
  func takeLines() -> [String] { trace.take() }
}
