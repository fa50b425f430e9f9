import FlowState
import FlowStateTesting

/// A flow and a schedule that choices make. Everything happens on the main thread, on a queue and a clock that are played by hand.
@MainActor
final class RandomFlow {
  typealias Handler = FlowStepHandler<String, String>

  struct Mishap: Error {}

  let audit = FlowAudit()
  var choices: Choices
  /// The handlers of starts that wait, and some that have settled.
  var desk: [Handler] = []
  /// Screens that several steps return.
  var screens = [Handler(), Handler()]
  var run: FlowRun?
  /// The number of starts of leaves. A run with too many is cancelled, because links can make endless loops.
  var starts = 0
  private var mayGoBack = false
  private let queue = ManualQueue()
  private let clock: ManualClock
  private let leaks = LeakCheck()

  init(_ choices: Choices) {
    self.choices = choices
    clock = ManualClock()
  }

  func play() {
    let flow = makeFlow("Flow", depth: 0).timed(by: clock).observed(by: audit).watched(by: leaks)
    let audit = audit
    audit.cancel = { [weak self] in MainActor.assumeIsolated { self?.run?.cancel() } }
    run = flow.start("content") { outcome in audit.ended("\(outcome)") }
    for _ in 0..<80 where choices.areLeft { move() }
    windUp()
    audit.finish(leaks.survivors)
  }

  /// Makes a flow, to be started or nested.
  func makeFlow(_ name: String, depth: Int) -> Flow<String, String> {
    let isReversible = choices.number(below: 2) == 0
    if depth == 0 { mayGoBack = isReversible }
    let flow = Flow(
      String.self, String.self, identifier: name,
      onMainActor: { [self] scope in
        RandomSteps(self, scope, depth: depth, isReversible: isReversible).first()
      }
    ).on(queue)
    return isReversible ? flow.reversible(visits: choices.number(below: 5)) : flow
  }

  /// Lets something happen from outside.
  private func move() {
    switch choices.number(below: 14) {
    case 0...3: queue.playOne()
    case 4...6: queue.play()
    case 7: report { $0.complete("late") }
    case 8: report { $0.fail(Mishap()) }
    case 9: if !desk.isEmpty { desk.remove(at: choices.number(below: desk.count)) }
    case 10: clock.advance(by: .seconds(1))
    case 11: if choices.number(below: 3) == 0 { run?.cancel() }
    case 12: if mayGoBack { run?.goBack() }
    default: screens[choices.number(below: 2)].complete("screen")
    }
  }

  private func report(_ report: (Handler) -> Void) {
    guard !desk.isEmpty else { return }
    let index = choices.number(below: desk.count)
    let handler = desk[index]
    // Most often it isn't needed any more.
    if choices.number(below: 4) > 0 { desk.remove(at: index) }
    report(handler)
  }

  /// Releases everything, so that the run must end.
  private func windUp() {
    for _ in 0..<4 {
      desk = []
      screens = []
      queue.play()
      clock.advance(by: .seconds(100))
      queue.play()
    }
    run?.cancel()
    run = nil
    queue.play()
    desk = []
    queue.play()
  }
}
