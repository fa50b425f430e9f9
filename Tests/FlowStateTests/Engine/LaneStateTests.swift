import Testing

@testable import FlowState

/// The pure state machine of a lane, which is law 4 as a table.
struct LaneStateTests {
  typealias Phase = LaneState.Phase

  /// A lane that has been brought to a phase.
  func lane(_ phase: Phase, isOpen: Bool) -> LaneState {
    var state = LaneState(isOpen: isOpen)
    switch phase {
    case .moving: break
    case .waiting: state.beginWaiting()
    case .returning: state.turnBack()
    case .resting: _ = state.rest()
    case .ended: _ = state.end()
    }
    return state
  }

  @Test("A lane begins in the moving phase", arguments: [false, true])
  func beginning(isOpen: Bool) {
    #expect(LaneState(isOpen: isOpen).phase == .moving)
    #expect(LaneState(isOpen: isOpen).isOpen == isOpen)
  }

  @Test(
    "Only a lane that moves or turns back can begin to wait",
    arguments: [
      (Phase.moving, Phase.waiting), (.waiting, .waiting), (.returning, .waiting), (.resting, .resting),
      (.ended, .ended),
    ])
  func wait(before: Phase, after: Phase) {
    var state = lane(before, isOpen: true)
    state.beginWaiting()
    #expect(state.phase == after)
  }

  /// Every moment of a report.
  static let moments: [ReportMoment] = [
    .first(during: 0), .first(during: 1), .onTop(during: 0), .onTop(during: 1), .again(at: 1), .afterEnd(at: 1),
  ]

  @Test(
    "A report settles the visit that a waiting lane awaits, continues a lane at rest, or is extra",
    arguments: [Phase.moving, .waiting, .returning, .resting, .ended], moments)
  func verdict(phase: Phase, moment: ReportMoment) {
    let state = lane(phase, isOpen: true)
    for isLatest in [false, true] {
      let awaited = state.verdict(on: moment, isAwaited: true, canCompleteAgain: isLatest)
      #expect(awaited == (phase == .waiting ? .settles : .extra))
      let other = state.verdict(on: moment, isAwaited: false, canCompleteAgain: isLatest)
      let continues = phase == .resting && moment == .again(at: 1) && isLatest
      #expect(other == (continues ? .movesOn : .extra))
    }
  }

  @Test(
    "A lane moves when it has accepted a report",
    arguments: [Phase.moving, .waiting, .returning, .resting, .ended], [false, true])
  func accept(phase: Phase, isAwaited: Bool) {
    var state = lane(phase, isOpen: true)
    let isAccepted = phase == .waiting && isAwaited
    let accepts = state.accept(isAwaited: isAwaited)
    #expect(accepts == isAccepted)
    #expect(state.phase == (isAccepted ? .moving : phase))
    state.acceptAgain()
    #expect(state.phase == (isAccepted || phase == .resting ? .moving : phase))
  }

  @Test("An open lane rests, and any other lane ends at its first rest", arguments: [false, true])
  func rest(isOpen: Bool) {
    var state = lane(.moving, isOpen: isOpen)
    let isForGood = state.rest()
    #expect(isForGood == !isOpen)
    #expect(state.phase == (isOpen ? .resting : .ended))
  }

  @Test("A lane that has ended does not come to rest", arguments: [false, true])
  func restAfterEnd(isOpen: Bool) {
    var state = lane(.ended, isOpen: isOpen)
    let isForGood = state.rest()
    #expect(!isForGood)
    #expect(state.phase == .ended)
  }

  @Test(
    "Ending a lane returns whether it was at work",
    arguments: [(Phase.moving, true), (.waiting, true), (.returning, true), (.resting, false), (.ended, false)])
  func end(before: Phase, wasAtWork: Bool) {
    var state = lane(before, isOpen: true)
    let answer = state.end()
    #expect(answer == wasAtWork)
    #expect(state.phase == .ended)
  }

  @Test(
    "Only a moving lane can turn back",
    arguments: [Phase.moving, .waiting, .resting, .ended])
  func turnBack(phase: Phase) {
    var state = lane(phase, isOpen: true)
    state.turnBack()
    #expect(state.phase == (phase == .moving ? .returning : phase))
  }

  @Test("Only a lane that is at work can go back", arguments: [Phase.moving, .waiting, .returning, .resting, .ended])
  func goBack(phase: Phase) {
    var state = lane(phase, isOpen: true)
    let isAtWork = [.moving, .waiting, .returning].contains(phase)
    let answer = state.goBack()
    #expect(answer == isAtWork)
    #expect(state.phase == (isAtWork ? .moving : phase))
  }

  @Test("A lane that turns back can't continue, but pause, so that it waits if it can't go back")
  func pausesWhileReturning() {
    var state = lane(.returning, isOpen: false)
    state.resume()
    #expect(state.phase == .returning)
    let pauses = state.pause()
    #expect(pauses && state.phase == .waiting)
    let movesOn = state.endReturn()
    #expect(!movesOn && state.phase == .waiting)
  }
}
