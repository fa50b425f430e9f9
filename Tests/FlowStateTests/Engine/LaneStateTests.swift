import Testing

@testable import FlowState

/// Where a lane stands, as the pure state machine; law 4 in one table.
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

  @Test("a lane begins by moving", arguments: [false, true])
  func beginning(isOpen: Bool) {
    #expect(LaneState(isOpen: isOpen).phase == .moving)
    #expect(LaneState(isOpen: isOpen).isOpen == isOpen)
  }

  @Test(
    "waiting",
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
    "only the step that the lane waits on may complete",
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
    "only at rest may the latest handler of a step report again",
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

  @Test("an open lane rests, any other ends with its first rest", arguments: [false, true])
  func rest(isOpen: Bool) {
    var state = lane(.moving, isOpen: isOpen)
    let isForGood = state.rest()
    #expect(isForGood == !isOpen)
    #expect(state.phase == (isOpen ? .resting : .ended))
  }

  @Test("what has ended does not come to rest", arguments: [false, true])
  func restAfterEnd(isOpen: Bool) {
    var state = lane(.ended, isOpen: isOpen)
    let isForGood = state.rest()
    #expect(!isForGood)
    #expect(state.phase == .ended)
  }

  @Test(
    "ending tells whether the lane was at work",
    arguments: [(Phase.moving, true), (.waiting, true), (.returning, true), (.resting, false), (.ended, false)])
  func end(before: Phase, wasAtWork: Bool) {
    var state = lane(before, isOpen: true)
    let answer = state.end()
    #expect(answer == wasAtWork)
    #expect(state.phase == .ended)
  }

  @Test(
    "only a step that is being started or settled can ask to go back",
    arguments: [Phase.moving, .waiting, .resting, .ended])
  func turnBack(phase: Phase) {
    var state = lane(phase, isOpen: true)
    state.turnBack()
    #expect(state.phase == (phase == .moving ? .returning : phase))
  }

  @Test(
    "what is at work can go back", arguments: [Phase.moving, .waiting, .returning, .resting, .ended])
  func goBack(phase: Phase) {
    var state = lane(phase, isOpen: true)
    let isAtWork = [.moving, .waiting, .returning].contains(phase)
    let answer = state.goBack()
    #expect(answer == isAtWork)
    #expect(state.phase == (isAtWork ? .moving : phase))
  }

  @Test("while a lane turns back, no failure route lets it go on or pause")
  func routesWhileReturning() {
    var state = lane(.returning, isOpen: false)
    state.goOn()
    let pauses = state.pause()
    #expect(!pauses)
    #expect(state.phase == .returning)
  }
}
