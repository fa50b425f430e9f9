/// Where a lane stands, and what a completion that reaches it may do: a state machine without steps, queue or clock.
///
/// A lane is at most at one step at a time. While it moves or waits, only the step that it waits on may complete. Its first
/// rest is its end, unless it is open: then it rests until a step that completed before completes again.
struct LaneState: Equatable, Sendable {
  enum Phase: Equatable, Sendable {
    /// A step is about to start, is starting, or has just completed.
    case moving
    /// The work of a step is under way.
    case waiting
    /// The chain has come to its end, and may go on.
    case resting
    /// The chain has come to its end for good.
    case ended
  }

  /// What becomes of a completion.
  enum Verdict: Equatable, Sendable {
    case accept
    case ignore
  }

  private(set) var phase = Phase.moving
  let isOpen: Bool

  init(isOpen: Bool) {
    self.isOpen = isOpen
  }

  /// The step's work is under way.
  mutating func wait() {
    if phase == .moving { phase = .waiting }
  }

  /// A handler reports; `isAwaited` if it is the one that the lane waits on.
  mutating func receive(isAwaited: Bool) -> Verdict {
    guard phase == .waiting, isAwaited else { return .ignore }
    phase = .moving
    return .accept
  }

  /// A handler that has reported before reports again; `isLatest` if its step has not been started since.
  mutating func receiveAgain(isLatest: Bool) -> Verdict {
    guard phase == .resting, isLatest else { return .ignore }
    phase = .moving
    return .accept
  }

  /// A step has failed, and its failure route says where to go on.
  mutating func goOn() {
    if phase != .ended { phase = .moving }
  }

  /// The step that has failed is to be started again later.
  mutating func pause() {
    if phase != .ended { phase = .waiting }
  }

  /// The chain has come to its end; returns whether for good.
  mutating func rest() -> Bool {
    guard phase != .ended else { return false }
    phase = isOpen ? .resting : .ended
    return !isOpen
  }

  /// The lane is closed from outside or has failed for good; returns whether it was at work.
  mutating func end() -> Bool {
    let wasAtWork = phase == .moving || phase == .waiting
    phase = .ended
    return wasAtWork
  }
}
