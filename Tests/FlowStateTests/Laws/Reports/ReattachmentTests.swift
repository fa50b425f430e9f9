import Dispatch
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// Laws 2 and 5 for a handler that serves every turn of a loop, while a late report of one turn races the start of the
/// next.
@Suite(.timeLimit(.minutes(15)))
struct ReattachmentTests {
  typealias Handler = FlowStepHandler<Any, Int>

  /// The numbers of turns that their own reports and other reports have completed.
  struct Turns: Sendable, Equatable {
    var own = 0
    var other = 0
    var total: Int { own + other }
  }

  /// The state that a trial's threads share.
  struct Trial: Sendable {
    let visits = Visits()
    let queue = DispatchQueue(label: "loop", target: .global())
    let reporting = DispatchGroup()
    let reports = LockedList<Int>()

    /// Reports from another thread.
    func report(_ number: Int, to handler: Handler) {
      reports.append(number)
      DispatchQueue.global().async(group: reporting) { handler.complete(number) }
    }

    /// Waits until every report has been made and delivered.
    func finish() {
      let done = DispatchSemaphore(value: 0)
      reporting.notify(queue: DispatchQueue(label: "done")) { done.signal() }
      done.wait(orSay: "Not every report was made")
      queue.sync {}
    }
  }

  /// A flow of one step that returns the same handler at each turn. A turn's own report is made when the handler
  /// receives its content. In some turns, a surplus report is made when the intent is called or when the turn has
  /// completed.
  static func loop(_ count: Int, seed: UInt64, in trial: Trial) -> Flow<Any, Turns> {
    Flow(Any.self, Turns.self, identifier: "Loop", on: trial.queue) { scope in
      let handler = Handler()
      var turns = Turns()
      var generator = SeededGenerator(seed: seed)
      var sum = 0
      /// Takes about as long as the other thread needs.
      func linger() {
        for _ in 0..<Int.random(in: 0..<400, using: &generator) { sum &+= 1 }
      }
      let step = FlowStep(Any.self, Int.self, identifier: "turn") { _ in
        if Bool.random(using: &generator) { trial.report(2, to: handler) }
        linger()
        return handler
      }
      step.onContentUpdate { _ in
        trial.report(1, to: handler)
        linger()
      }
      step.setCompletion { step, by in
        if by == 1 { turns.own += 1 } else { turns.other += 1 }
        scope.result = turns
        step.nextStep = turns.total < count ? step : nil
        if Int.random(in: 0..<4, using: &generator) == 0 { trial.report(3, to: handler) }
      }
      return step
    }
    .observed(by: trial.visits)
  }

  @Test(
    "A surplus report that races the next attachment counts once, and every visit settles once",
    arguments: [1, 2, 3])
  func surplusRacesAttachment(seed: UInt64) throws {
    let count = trials(20_000, few: 2_000)
    let trial = Trial()
    let turns = try #require(try ReattachmentTests.loop(count, seed: seed, in: trial).runAndWait())
    trial.finish()
    #expect(turns.total == count)
    #expect(trial.visits.began == count)
    #expect(trial.visits.faults.isEmpty, "\(trial.visits.faults.prefix(5))")
    #expect(trial.visits.extra == trial.reports.count - count)
    #expect(turns.other > 0, "No surplus report has ever come between, so this has shown nothing.")
  }

  /// Checks, event by event, that each visit begins once and settles once before the next begins.
  final class Visits: FlowObserver, @unchecked Sendable {
    // Guard: the queue of the one run that it observes; read when that has ended.
    private(set) var began = 0
    private(set) var extra = 0
    private(set) var faults: [String] = []
    private var waiting: Int?
    private var sequence = 0

    func receive(_ event: FlowEvent) {
      sequence += 1
      if event.sequence != sequence { faults.append("event \(event.sequence) came as number \(sequence)") }
      switch event.kind {
      case .stepBegan:
        began += 1
        if let waiting { faults.append("visit \(waiting) did not settle") }
        if event.place.visit != began { faults.append("visit \(event.place.visit) came as number \(began)") }
        waiting = event.place.visit
      case .stepCompleted:
        if waiting != event.place.visit { faults.append("visit \(event.place.visit) settled twice") }
        waiting = nil
      case .extraCompletionIgnored: extra += 1
      case .stepFailed, .stepTimedOut, .stepAbandoned, .stepCancelled, .stepUndone, .wentBack,
        .contentRestored, .undoFailed, .backRefused:
        faults.append("\(event.kind)")
      case .stepDelayed, .contextSet, .contextRestored, .variantExposed, .runBegan, .runResumed, .contentSet, .rested,
        .runEnded, .runSetAside:
        break
      }
    }
  }
}
