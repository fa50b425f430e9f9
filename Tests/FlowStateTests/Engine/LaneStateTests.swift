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
    case .waiting: state.wait()
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
    "Only a moving lane can begin to wait",
    arguments: [
      (Phase.moving, Phase.waiting), (.waiting, .waiting), (.returning, .returning), (.resting, .resting),
      (.ended, .ended),
    ])
  func wait(before: Phase, after: Phase) {
    var state = lane(before, isOpen: true)
    state.wait()
    #expect(state.phase == after)
  }

  @Test(
    "A lane accepts a completion only while it waits, and only from the awaited step",
    arguments: [Phase.moving, .waiting, .returning, .resting, .ended],
    [false, true])
  func receive(phase: Phase, isAwaited: Bool) {
    var state = lane(phase, isOpen: true)
    let isAccepted = phase == .waiting && isAwaited
    let verdict = state.accept(isAwaited: isAwaited)
    #expect(verdict == (isAccepted ? .accept : .ignore))
    #expect(state.phase == (isAccepted ? .moving : phase))
  }

  @Test(
    "A lane accepts another report only at rest, and only from a step's latest handler",
    arguments: [Phase.moving, .waiting, .returning, .resting, .ended],
    [false, true])
  func receiveAgain(phase: Phase, isLatest: Bool) {
    var state = lane(phase, isOpen: true)
    let isAccepted = phase == .resting && isLatest
    let verdict = state.canAcceptAgain(isLatest: isLatest)
    #expect(verdict == isAccepted)
    if verdict { state.acceptAgain() }
    #expect(state.phase == (isAccepted ? .moving : phase))
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

  @Test("A lane that turns back can neither continue nor pause by a failure route")
  func routesWhileReturning() {
    var state = lane(.returning, isOpen: false)
    state.goOn()
    let pauses = state.pause()
    #expect(!pauses)
    #expect(state.phase == .returning)
  }
}
