import FlowState
import TestSupport
import Testing

/// Nested flows that go back past their first step in a bare run. It has no history and no end, so it comes to rest.
@MainActor
struct BareNestedGoingBackTests {
  typealias Handler = FlowStepHandler<Any, String>

  let trace = Trace()
  let kept = Box<[Handler]>([])

  func place(_ identifier: String, then next: (any Startable)? = nil) -> FlowStep<Any, String> {
    let step = FlowStep(Any.self, String.self, identifier: identifier) { [kept] _ in
      kept.appendHandler()
    }
    step.nextStep = next
    return step
  }

  /// A step that hosts a flow, whose only step goes back: in its intent or when it completes.
  func hosting(early: Bool = false) -> FlowStep<Any, String> {
    let kept = kept
    let flow = Flow(
      Any.self, String.self, identifier: "N",
      onMainActor: { scope in
        let first = FlowStep(Any.self, String.self, identifier: "x") { _ in
          if early { scope.goBack() }
          return kept.appendHandler()
        }
        first.setCompletion { _, _ in scope.goBack() }
        return first
      })
    let step = FlowStep(flow.reversible(), identifier: "nested")
    step.setOutcome { [trace] _, outcome in trace.note("outcome \(outcome)") }
    step.nextStep = place("never")
    return step
  }

  @Test(
    "A step whose nested flow goes back past its first step ends as cancelled, and the bare run rests",
    arguments: [false, true])
  func rests(early: Bool) async throws {
    hosting(early: early).start(observer: trace)
    if !early { kept.value[0].complete("X") }
    try await mainQueueTurn()
    #expect(
      trace.lines.suffix(4) == ["N#1 cancelled", "nested cancelled", "outcome cancelled", "rest"])
    #expect(!trace.lines.contains("never began"))
  }

  @Test("A bare run continues when an earlier step completes again after a nested flow has gone back")
  func movesOn() async throws {
    let first = place("a")
    first.nextStep = hosting()
    first.start(observer: trace)
    kept.value[0].complete("A")
    kept.value[1].complete("X")
    try await mainQueueTurn()
    #expect(trace.take().suffix(2) == ["outcome cancelled", "rest"])
    kept.value[0].complete("A again")
    #expect(trace.take() == ["a completed", "nested began", "N#2 run began", "x began"])
  }

  @Test("A nested flow that goes back past its first step cancels the other work of a bare run")
  func siblings() async throws {
    let group = ConcurrentFlowStep(identifier: "group", steps: [place("sibling"), hosting()])
    group.nextStep = place("never")
    group.start(observer: trace)
    kept.value[1].complete("X")
    try await mainQueueTurn()
    #expect(
      trace.lines.suffix(6) == [
        "N#1 cancelled", "nested cancelled", "outcome cancelled", "sibling cancelled", "group cancelled", "rest",
      ])
  }

  @Test("A nested flow that goes back past its first step cancels the coordinator that hosts it")
  func coordinator() async throws {
    let coordinator = NavigationFlowCoordinator(navigationController: 0, identifier: "screens", firstStep: hosting())
    coordinator.start(observer: trace)
    kept.value[0].complete("X")
    try await mainQueueTurn()
    #expect(
      trace.lines.suffix(5) == [
        "N#1 cancelled", "nested cancelled", "outcome cancelled", "screens cancelled", "rest",
      ])
  }
}
