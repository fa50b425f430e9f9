import FlowState
import Foundation
import TestSupport
import Testing

@testable import FlowStateTesting

/// The rules that every schedule must keep, each of them broken.
struct BuiltInRuleTests {
  /// Keeps handlers as a careless screen would.
  final class Hoard: @unchecked Sendable {
    // Guard: `lock`.
    private let lock = NSLock()
    private var handlers: [FlowStepHandler<Any, String>] = []

    func keep(_ handler: FlowStepHandler<Any, String>) {
      lock.withLock { handlers.append(handler) }
    }
  }

  static func hoarding(_ hoard: Hoard, then act: @escaping @Sendable (FlowStepHandler<Any, String>) -> Void) -> Flow<
    Any, String
  > {
    Flow(Any.self, String.self, identifier: "F") { _ in
      FlowStep(identifier: "Ask") { _ in
        let handler = FlowStepHandler(Any.self, String.self)
        hoard.keep(handler)
        act(handler)
        return handler
      }
    }
  }

  @Test("An explorer reports a hang if nothing can complete a step")
  func hang() throws {
    let hoard = Hoard()
    let explorer = ScheduleExplorer { stage in stage.start(Self.hoarding(hoard) { _ in }) }
    let failure = try ScheduleExplorerTests.failure(explorer)
    #expect(failure.rule == .hang)
    #expect(failure.sentence == "The run has not ended, but nothing is left that can happen.")
    #expect(failure.schedule.description == "")
    #expect(failure.trace == "> deliver\nF#1 run began\nAsk began")
  }

  @Test("An explorer reports a handler that outlives its run if handlers must be released")
  func survivor() throws {
    let explorer = ScheduleExplorer { stage in
      let hoard = Hoard()
      stage.requireHandlersReleased()
      stage.start(Self.hoarding(hoard) { handler in stage.addEvent("Reply") { handler.complete("Al") } })
      stage.require { _ in withExtendedLifetime(hoard) { nil } }
    }
    let failure = try ScheduleExplorerTests.failure(explorer)
    #expect(failure.rule == .survivors)
    #expect(failure.sentence == "Still alive: handler of step 'Ask'.")
  }

  @Test("An explorer reports a run that doesn't end within the choice limit")
  func endless() throws {
    let explorer = ScheduleExplorer(choiceLimit: 50, cancelling: false) { stage in
      stage.answer("Ask", with: .failure(TestError("trouble")))
      stage.start(
        Flow(Any.self, String.self, identifier: "F") { _ in
          let ask = RacyFlow.waiting("Ask")
          ask.setFailure { _ in .retry(after: .seconds(1)) }
          return ask
        })
    }
    let failure = try ScheduleExplorerTests.failure(explorer)
    #expect(failure.rule == .endless)
    #expect(failure.sentence == "The run did not end within 50 choices.")
    #expect(failure.schedule.choices == [])
  }

  @Test("An outcome that is reported twice breaks a rule")
  func outcome() {
    #expect(ScheduleTrial.verdict(onOutcomes: 1) == nil)
    #expect(
      ScheduleTrial.verdict(onOutcomes: 2) == ScheduleViolation(.outcome, "The outcome was reported 2 times."))
  }

  @Test("A run whose step is never answered is cancelled, but another hang is still reported")
  func never() throws {
    let hoard = Hoard()
    let explorer = ScheduleExplorer(cancelling: false) { stage in
      stage.answer("Ask", with: .never)
      stage.start(
        Flow(Any.self, String.self, identifier: "F") { _ in
          let ask = RacyFlow.waiting("Ask").timeout(.seconds(1))
          ask.setFailure { _ in
            .goTo(
              FlowStep(Any.self, String.self, identifier: "Lost") { _ in
                let handler = FlowStepHandler(Any.self, String.self)
                hoard.keep(handler)
                return handler
              })
          }
          return ask
        })
    }
    #expect(try explorer.replay("deliver, Ask#1, cancel").outcome == "cancelled")
    #expect(try ScheduleExplorerTests.failure(explorer).rule == .hang)
  }
  @Test("A run that hangs is reported although another run waits for an answer that never comes")
  func hangBesideNever() throws {
    let hoard = Hoard()
    let explorer = ScheduleExplorer { stage in
      stage.answer("Wait", with: .never)
      stage.start(Self.hoarding(hoard) { _ in })
      stage.start(Flow(Any.self, String.self, identifier: "G") { _ in RacyFlow.waiting("Wait") })
    }
    let failure = #expect(throws: ScheduleFailure.self) { try explorer.replay("") }
    #expect(failure?.rule == .hang)
    #expect(failure?.original.description.contains("cancel 2") == true)
  }
}
