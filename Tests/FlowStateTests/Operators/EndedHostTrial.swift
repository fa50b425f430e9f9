import FlowState
import TestSupport

@testable import FlowStateTesting

/// A run in which a step is ended from inside, and the faults that it shows.
///
/// A coordinator hosts a chain: an operator that maps content around a gate, and, in the gate's chain, the host with
/// the step `a`.
///
/// `@unchecked Sendable`: everything happens on the test's thread.
final class EndedHostTrial: FlowObserver, @unchecked Sendable {
  typealias Step = FlowStep<Any, String>

  private struct Unmappable: Error {}

  private let host: EndedHostTests.Host
  private let moment: EndedHostTests.Moment
  private let way: EndedHostTests.Way
  private let queue = ManualQueue()
  private let clock = ManualClock()
  private let leaks = LeakCheck()
  private var laws = EventLaws()
  private var lines: [String] = []
  private var run: FlowRun?
  private var hasEnded = false
  private var isInClosure = false
  private var handlers: [FlowStepHandler<Any, String>] = []
  private(set) var faults: [String] = []
  /// Ends the host.
  private var end: () -> Void = {}

  init(_ host: EndedHostTests.Host, _ moment: EndedHostTests.Moment, _ way: EndedHostTests.Way) {
    (self.host, self.moment, self.way) = (host, moment, way)
  }

  /// Whether the host is started again inside itself.
  private var restarts: Bool { [.restart, .always, .delay, .recoverWith, .then].contains(way) }

  var text: String { lines.joined(separator: "\n") }

  func receive(_ event: FlowEvent) {
    lines.append(FlowRecorder.line(for: event))
    laws.receive(event)
  }

  func play() {
    let flow = Flow(Any.self, String.self, identifier: "F") { [unowned self] scope in makeSteps(scope) }.reversible()
    run = flow.on(queue).timed(by: clock).observed(by: self).watched(by: leaks).start { [unowned self] outcome in
      lines.append("\(outcome)")
      hasEnded = true
    }
    queue.play()
    for _ in 0..<10 {
      clock.advance(by: .seconds(1))
      queue.play()
    }
    handlers = []
    run?.cancel()
    run = nil
    queue.play()
    laws.finish()
    if let violation = laws.violation { faults.append("\(violation)") }
    if !hasEnded { faults.append("The run has no outcome.") }
    faults += leaks.survivors.map { "Still alive: \($0)." }
    if clock.timerCount > 0 { faults.append("\(clock.timerCount) timers are left.") }
    let starts = lines.count { $0 == "a began" }
    if restarts, starts > 1 {
      faults.append("The hosted step was started \(starts) times.")
    }
    end = {}
  }

  /// Executes a closure of the run.
  private func closure<Value>(_ body: () -> Value) -> Value {
    if hasEnded { faults.append("A closure was called after the outcome.") }
    if isInClosure { faults.append("A closure was called inside another one.") }
    isInClosure = true
    defer { isInClosure = false }
    return body()
  }

  private func makeSteps(_ scope: FlowScope<Any, String>) -> any Startable {
    let start = Step(identifier: "start") { _ in nil }
    let gate = Step(identifier: "gate") { _ in nil }
    let guarded = gate.mapContent { (content: String) in
      if content == "bad" { throw Unmappable() }
      return content
    }
    let coordinator = NavigationFlowCoordinator(
      navigationController: 0, identifier: "coordinator", firstStep: guarded.timeout(.seconds(5)))
    let (a, b) = (makeFirst(), makeSecond())
    let hosting = makeHost(a)
    gate.nextStep = hosting
    start.nextStep = coordinator
    let again = makeRestart(of: hosting)
    a.nextStep = moment == .next ? b : nil
    a.setFailure { [unowned self] _ in
      closure { restarts ? .goTo(again) : .fail }
    }
    end = { [unowned self, unowned a, unowned b, unowned again, unowned guarded, unowned coordinator] in
      switch way {
      case .restart, .always, .delay, .recoverWith, .then: (moment == .next ? b : a).nextStep = again
      case .content: guarded.content = "bad"
      case .coordinator: coordinator.complete()
      case .cancel: run?.cancel()
      case .goBack: if lines.count(where: { $0 == "coordinator began" }) == 1 { scope.goBack() }
      }
    }
    return start
  }

  /// The step that the host works with.
  private func makeFirst() -> Step {
    let a = Step(identifier: "a") { [unowned self] step in
      closure {
        if moment == .intent { end() }
        let handler = FlowStepHandler<Any, String>()
        switch moment {
        case .failure: handler.fail(TestError())
        case .cancellation:
          step.onCancel { [unowned self] in closure { end() } }
          handlers.append(handler)
        default: handler.complete("A")
        }
        return handler
      }
    }
    a.setOutcome { [unowned self] _, outcome in
      closure {
        switch outcome {
        case .completed: if moment == .completion { end() }
        case .failed: if moment == .failure { end() }
        case .cancelled: break
        }
      }
    }
    return a
  }

  private func makeSecond() -> Step {
    Step(identifier: "b") { [unowned self] _ in
      closure {
        end()
        return nil
      }
    }
  }

  /// A step that starts the host.
  private func makeRestart(of hosting: AnyFlowStep) -> AnyFlowStep {
    guard let hosting = hosting as? Step else { return hosting }
    switch way {
    case .always: return hosting.always { _ in }
    case .delay: return hosting.delay(.seconds(1))
    case .recoverWith:
      let failing = Step(identifier: "failing") { _ in
        let handler = FlowStepHandler<Any, String>()
        handler.fail(TestError())
        return handler
      }
      return failing.recover(with: hosting)
    case .then: return Step(identifier: "first") { _ in nil }.then(hosting) { _ in nil }
    default: return hosting
    }
  }

  private func makeHost(_ a: Step) -> AnyFlowStep {
    switch host {
    case .retry: return a.retry(attempts: 2) { [unowned self] _ in closure { true } }
    case .timeout: return a.timeout(.seconds(100))
    case .delay: return a.delay(.seconds(1))
    case .map: return a.map { [unowned self] result in closure { result } }
    case .mapContent: return a.mapContent { (content: Any) in content }
    case .then: return a.then(FlowStep(String.self, String.self, identifier: "then") { _ in nil })
    case .branch: return a.branch { [unowned self] _ in closure { nil } }
    case .recover: return a.recover { [unowned self] _ in closure { "recovered" } }
    case .recoverWith: return a.recover(with: Step(identifier: "spare") { _ in nil })
    case .always: return a.always { [unowned self] _ in closure {} }
    case .joined: return FlowStep<Any, [String?]>(identifier: "joined", joining: [a]).map { $0.first ?? nil }
    case .joinedTuple:
      let other = Step(identifier: "other") { _ in nil }
      return FlowStep<Any, (String?, String?)>(identifier: "joined", joining: other, a).map { $0.1 }
    case .raced: return Step(identifier: "raced", racing: [a])
    case .concurrent: return ConcurrentFlowStep(identifier: "concurrent", steps: [a])
    case .race: return RaceFlowStep(identifier: "race", steps: [a])
    case .coordinator: return NavigationFlowCoordinator(navigationController: 1, identifier: "inner", firstStep: a)
    case .nested:
      nonisolated(unsafe) let a = a
      return FlowStep(Flow(Any.self, String.self, identifier: "Nested") { _ in a })
    }
  }
}
