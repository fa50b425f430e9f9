public import FlowState
public import ServiceContextModule
import Synchronization
public import Tracing

/// An observer that creates a span for each run and each step.
///
/// The span of a step is inside the span of its run. The span of a nested run is inside the span of the step that
/// started it. Failures are recorded with their errors.
///
/// ```swift
/// let traced = flow.observed(by: TracingObserver())
/// let outcome = try await traced.run(order)  // a span "order", with the spans "accept", "charge" and so on inside
/// ```
///
/// The span of a run is inside the span that was current when the observer was created. To get the runs of a request
/// inside the span of the request, create an observer for each request. During the work of a step, its span isn't the
/// current span. You can use the observer from any thread.
///
/// It uses `Tracer` and `Span` of the swift-distributed-tracing package.
public final class TracingObserver: FlowObserver {
  fileprivate struct Visit: Hashable {
    var place: FlowPlace
    var step: String
    var wrapper: FlowOperator?
  }

  fileprivate struct Trace {
    var run: any Span
    var steps: [Visit: any Span] = [:]
    /// The latest step of each place. A nested run names the place at which it was started.
    var latest: [FlowPlace: Visit] = [:]
  }

  private let tracer: any Tracer
  private let context: ServiceContext
  private let traces = Mutex<[FlowRunID: Trace]>([:])

  /// Creates an observer.
  ///
  /// - Parameters:
  ///   - tracer: The tracer that creates the spans. The default is the one from `InstrumentationSystem.bootstrap(_:)`.
  ///   - context: The context with the span around the runs. The default is the current context.
  public init(
    tracer: any Tracer = InstrumentationSystem.tracer, context: ServiceContext = .current ?? .topLevel
  ) {
    self.tracer = tracer
    self.context = context
  }

  /// Records an event.
  ///
  /// - Parameter event: The event.
  public func receive(_ event: FlowEvent) {
    traces.withLock { traces in
      switch event.kind {
      case .runBegan(let parent):
        let span = tracer.startSpan(event.run.flow, context: parent.flatMap { context(of: $0, in: traces) } ?? context)
        span.attributes["flow.run"] = event.run.description
        traces[event.run] = Trace(run: span)
      case .runResumed:
        let span = tracer.startSpan(event.run.flow, context: context)
        span.attributes["flow.run"] = event.run.description
        span.attributes["flow.resumed"] = true
        traces[event.run] = Trace(run: span)
      case .runSetAside: end(&traces, event, .completed(nil))
      case .runEnded(let outcome): end(&traces, event, outcome)
      default: traces[event.run]?.receive(event, tracer)
      }
    }
  }

  private func context(of place: FlowPlace, in traces: [FlowRunID: Trace]) -> ServiceContext? {
    guard let trace = traces[place.run] else { return nil }
    return (trace.latest[place].flatMap { trace.steps[$0] } ?? trace.run).context
  }

  private func end(_ traces: inout [FlowRunID: Trace], _ event: FlowEvent, _ outcome: FlowOutcome<Never>) {
    guard let trace = traces.removeValue(forKey: event.run) else { return }
    for (_, span) in trace.steps { span.end() }
    switch outcome {
    case .completed: break
    case .failed(let error): trace.run.fail(error)
    case .cancelled: trace.run.attributes["flow.cancelled"] = true
    }
    trace.run.end()
  }
}

extension TracingObserver.Trace {
  fileprivate mutating func receive(_ event: FlowEvent, _ tracer: any Tracer) {
    guard let step = event.step else { return }
    let visit = TracingObserver.Visit(place: event.place, step: step, wrapper: event.wrapper)
    switch event.kind {
    case .stepBegan:
      let span = tracer.startSpan(event.wrapper.map { "\(step) (\($0.rawValue))" } ?? step, context: run.context)
      span.attributes["flow.visit"] = event.place.visit
      span.attributes["flow.lane"] = event.place.lane
      steps[visit] = span
      latest[event.place] = visit
    case .stepCompleted: settle(visit) { _ in }
    case .stepFailed(let error), .stepTimedOut(let error), .stepAbandoned(let error):
      settle(visit) { $0.fail(error) }
    case .stepCancelled: settle(visit) { $0.attributes["flow.cancelled"] = true }
    case .stepDelayed(let delay): steps[visit]?.addEvent(SpanEvent(name: "delayed by \(delay)"))
    case .undoFailed: run.addEvent(SpanEvent(name: "\(step) not undone"))
    case .stepUndone: run.addEvent(SpanEvent(name: "\(step) undone"))
    case .wentBack: run.addEvent(SpanEvent(name: "back to \(step)"))
    case .extraCompletionIgnored: run.addEvent(SpanEvent(name: "extra completion of \(step) ignored"))
    default: break
    }
  }

  private mutating func settle(_ visit: TracingObserver.Visit, _ body: (any Span) -> Void) {
    guard let span = steps.removeValue(forKey: visit) else { return }
    latest[visit.place] = nil
    body(span)
    span.end()
  }
}

extension Span {
  /// Marks the span as failed.
  fileprivate func fail(_ error: any Error) {
    recordError((error as? FlowError)?.rootCause ?? error)
    setStatus(SpanStatus(code: .error, message: "\(error)"))
  }
}
