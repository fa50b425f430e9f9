public import CoreMetrics
public import FlowState
import Synchronization

/// An observer that counts and times the runs and steps of flows.
///
/// It maintains these metrics, with the dimensions `flow`, `step`, and `outcome`:
///
/// | metric | measured quantity |
/// | --- | --- |
/// | `flow_runs_total` | ended runs; the outcome is `completed`, `failed`, or `cancelled` |
/// | `flow_runs_active` | runs that have begun but not ended |
/// | `flow_run_duration` | the time from the beginning of a run to its end, with its rests, if it began in this process |
/// | `flow_steps_total` | settled steps; the outcomes are those of runs, `timed out`, and `abandoned` |
/// | `flow_step_duration` | the time from the start of a step to its settlement |
/// | `flow_step_retries_total` | delays of steps before another attempt |
/// | `flow_extra_completions_total` | ignored reports to steps that had already settled |
///
/// ```swift
/// let metrics = MetricsObserver()
/// let watched = flow.observed(by: metrics)
/// ```
///
/// Each name of a flow or a step creates metrics of its own, so names shouldn't contain data. A step that an operator
/// creates isn't counted in addition to the step that it wraps. Use one observer for all flows; you can use it from any
/// thread.
///
/// It uses `Counter`, `Meter`, and `Timer` of the swift-metrics package.
public final class MetricsObserver: FlowObserver {
  private struct Key: Hashable {
    var name: String
    var flow: String
    var step: String?
    var outcome: String?

    var dimensions: [(String, String)] {
      [("flow", flow)] + (step.map { [("step", $0)] } ?? []) + (outcome.map { [("outcome", $0)] } ?? [])
    }
  }

  private struct State {
    var counters: [Key: Counter] = [:]
    var timers: [Key: Timer] = [:]
    var meters: [Key: Meter] = [:]
    var active: [String: Int] = [:]
    /// The start times of runs and steps that haven't ended, by place. The place of a run itself has no step.
    var begun: [FlowRunID: [Visit: Duration]] = [:]
    /// The durable runs that began here and were set aside, because they can continue here.
    var resting: [FlowRunID: Rest] = [:]
  }

  /// The rest of a durable run.
  private struct Rest {
    /// The time from the beginning of the run to its rest.
    var elapsed: Duration
    /// The beginning of the rest on the observer's clock. Each worker can have another clock.
    var since: Duration
  }

  private struct Visit: Hashable {
    var place: FlowPlace?
    var step: String?
  }

  /// The maximum number of resting runs that are kept: a run that continues in another process never ends here.
  private static let restsKept = 10_000

  private let prefix: String
  private let factory: any MetricsFactory
  private let clock: any FlowClock
  private let state = Mutex(State())

  /// Creates an observer.
  ///
  /// - Parameters:
  ///   - prefix: The beginning of each metric's name.
  ///   - factory: The system that receives the metrics. The default is the one from `MetricsSystem.bootstrap(_:)`.
  ///   - clock: The clock that measures how long durable runs rest.
  public init(
    prefix: String = "flow", factory: any MetricsFactory = MetricsSystem.factory,
    timed clock: any FlowClock = MonotonicClock()
  ) {
    self.prefix = prefix
    self.factory = factory
    self.clock = clock
  }

  /// Records an event.
  ///
  /// - Parameter event: The event.
  public func receive(_ event: FlowEvent) {
    if case .stepDelayed = event.kind, event.wrapper != .delay { return countRetry(event) }
    // The step of an operator has the name of the step that it wraps.
    guard event.wrapper == nil else { return }
    let visit = Visit(place: event.step == nil ? nil : event.place, step: event.step)
    state.withLock { state in
      switch event.kind {
      case .runBegan:
        state.begun[event.run, default: [:]][visit] = event.time
        setActive(&state, event, by: 1)
      case .runResumed:
        // The run began earlier, perhaps in another process.
        state.begun[event.run] = state.resting.removeValue(forKey: event.run).map { rest in
          [visit: event.time - rest.elapsed - (clock.now - rest.since)]
        }
        setActive(&state, event, by: 1)
      case .runEnded(let outcome):
        count(&state, event, "runs_total", outcome: Self.name(of: outcome))
        time(&state, event, "run_duration", since: state.begun.removeValue(forKey: event.run)?[visit])
        setActive(&state, event, by: -1)
      case .runSetAside:
        // The durable run rests, or continues elsewhere.
        if let beginning = state.begun.removeValue(forKey: event.run)?[visit] {
          if state.resting.count >= Self.restsKept { state.resting = [:] }
          state.resting[event.run] = Rest(elapsed: event.time - beginning, since: clock.now)
        }
        setActive(&state, event, by: -1)
      case .stepBegan: state.begun[event.run, default: [:]][visit] = event.time
      case .stepCompleted: settle(&state, event, visit, "completed")
      case .stepFailed: settle(&state, event, visit, "failed")
      case .stepTimedOut: settle(&state, event, visit, "timed out")
      case .stepAbandoned: settle(&state, event, visit, "abandoned")
      case .stepCancelled: settle(&state, event, visit, "cancelled")
      case .extraCompletionIgnored: count(&state, event, "extra_completions_total")
      default: break
      }
    }
  }

  private func countRetry(_ event: FlowEvent) {
    state.withLock { count(&$0, event, "step_retries_total") }
  }

  private func settle(_ state: inout State, _ event: FlowEvent, _ visit: Visit, _ outcome: String) {
    count(&state, event, "steps_total", outcome: outcome)
    time(&state, event, "step_duration", since: state.begun[event.run]?.removeValue(forKey: visit))
  }

  private static func name(of outcome: FlowOutcome<Never>) -> String {
    switch outcome {
    case .completed: "completed"
    case .failed: "failed"
    case .cancelled: "cancelled"
    }
  }

  private func count(_ state: inout State, _ event: FlowEvent, _ name: String, outcome: String? = nil) {
    let key = Key(name: "\(prefix)_\(name)", flow: event.run.flow, step: event.step, outcome: outcome)
    let counter = state.counters[key] ?? Counter(label: key.name, dimensions: key.dimensions, factory: factory)
    state.counters[key] = counter
    counter.increment()
  }

  private func time(_ state: inout State, _ event: FlowEvent, _ name: String, since beginning: Duration?) {
    guard let beginning else { return }
    let key = Key(name: "\(prefix)_\(name)", flow: event.run.flow, step: event.step)
    let timer = state.timers[key] ?? Timer(label: key.name, dimensions: key.dimensions, factory: factory)
    state.timers[key] = timer
    let (seconds, attoseconds) = (event.time - beginning).components
    timer.recordNanoseconds(seconds * 1_000_000_000 + attoseconds / 1_000_000_000)
  }

  private func setActive(_ state: inout State, _ event: FlowEvent, by change: Int) {
    let flow = event.run.flow
    state.active[flow, default: 0] += change
    let key = Key(name: "\(prefix)_runs_active", flow: flow)
    let meter = state.meters[key] ?? Meter(label: key.name, dimensions: key.dimensions, factory: factory)
    state.meters[key] = meter
    meter.set(state.active[flow] ?? 0)
  }
}
