import Testing

@testable import FlowState

/// The rules for reports, as tables: when a report was made, which start takes it, and what its lane does with it.
///
/// ``LaneStateTests`` has the table for the phases of a lane.
struct ReportRuleTests {
  /// A handler that has been brought to a phase.
  static func handler(_ phase: HandlerState.Phase) -> HandlerState {
    var state = HandlerState()
    switch phase {
    case .unbound: break
    case .early: state.reportEarly()
    case .serving: _ = state.bind(hasReport: false, wasAwaited: false, takesFirst: false)
    case .reported: _ = state.bind(hasReport: true, wasAwaited: false, takesFirst: false)
    }
    return state
  }

  @Test(
    "The moment of a report depends on whether its start waits and has a report",
    arguments: [
      (HandlerState.Phase.serving, true, ReportMoment.first(during: 3), HandlerState.Phase.reported),
      (.serving, false, .afterEnd(at: 7), .serving),
      (.reported, true, .onTop(during: 3), .reported),
      (.reported, false, .again(at: 7), .reported),
    ])
  func moments(before: HandlerState.Phase, isAwaited: Bool, moment: ReportMoment, after: HandlerState.Phase) {
    var state = Self.handler(before)
    let made = state.report(isAwaited: isAwaited, during: 3, at: 7)
    #expect(made == moment)
    #expect(state.phase == after)
  }

  @Test("The clock advances for late reports only", arguments: [HandlerState.Phase.serving, .reported], [false, true])
  func ticks(phase: HandlerState.Phase, isAwaited: Bool) {
    var state = Self.handler(phase)
    var ticks: UInt64 = 0
    func tick() -> UInt64 {
      ticks += 1
      return ticks
    }
    let moment = state.report(isAwaited: isAwaited, during: 0, at: tick())
    #expect(ticks == (isAwaited ? 0 : 1))
    #expect(moment.isLate == !isAwaited)
  }

  @Test("Of the reports before the first start, the last one counts and the others are surplus")
  func early() {
    var state = HandlerState()
    for _ in 0..<3 { state.reportEarly() }
    #expect(state.phase == .early && !state.isBound)
    #expect(state.takeSurplus() == 2)
    #expect(state.takeSurplus() == 0)
  }

  // The start that takes a report is number 3 of its event loop and began at the time 7. A number of 0 stands for another event loop.
  @Test(
    "A start takes the reports that were made while its intent executed",
    arguments: [
      (ReportMoment.first(during: 3), 3, true), (.first(during: 3), 0, false), (.first(during: 1), 3, false),
      (.first(during: 0), 3, false), (.first(during: 0), 0, false),
      (.onTop(during: 3), 3, true), (.onTop(during: 3), 0, false), (.onTop(during: 0), 0, false),
      (.again(at: 8), 3, true), (.again(at: 8), 0, true), (.again(at: 7), 3, false),
      (.afterEnd(at: 8), 3, true), (.afterEnd(at: 8), 0, true), (.afterEnd(at: 7), 0, false),
    ])
  func belonging(moment: ReportMoment, start: Int, belongs: Bool) {
    #expect(moment.belongs(toStart: start, begunAt: 7) == belongs)
    // A report that some start can take is one that the handler remembers.
    if belongs { #expect(moment.canBelongToNext) }
  }

  @Test("Only a report that no executing intent can take needs no memory")
  func remembering() {
    #expect(!ReportMoment.first(during: 0).canBelongToNext && !ReportMoment.onTop(during: 0).canBelongToNext)
    #expect(ReportMoment.first(during: 1).canBelongToNext && ReportMoment.onTop(during: 1).canBelongToNext)
    #expect(ReportMoment.again(at: 1).canBelongToNext && ReportMoment.afterEnd(at: 1).canBelongToNext)
  }

  @Test(
    "A new start supersedes one that waits without a report, or whose first report it takes",
    arguments: [HandlerState.Phase.serving, .reported], [false, true])
  func superseding(phase: HandlerState.Phase, wasAwaited: Bool) {
    for takesFirst in [false, true] {
      var state = Self.handler(phase)
      let isSuperseded = state.bind(hasReport: takesFirst, wasAwaited: wasAwaited, takesFirst: takesFirst)
      #expect(isSuperseded == (wasAwaited && (phase == .serving || takesFirst)))
      #expect(state.phase == (takesFirst ? .reported : .serving))
    }
  }
}
