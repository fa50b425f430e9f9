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
    /// A closure of the step that is under way has asked to go back; nothing starts until the run has done so.
    case returning
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
  mutating func accept(isAwaited: Bool) -> Verdict {
    guard phase == .waiting, isAwaited else { return .ignore }
    phase = .moving
    return .accept
  }

  /// Whether a handler that has reported before may report again; `isLatest` if its step has not been started since.
  func canAcceptAgain(isLatest: Bool) -> Bool {
    phase == .resting && isLatest
  }

  /// A handler that has reported before reports again, and the lane moves on.
  mutating func acceptAgain() {
    if phase == .resting { phase = .moving }
  }

  /// The step that was under way has settled without a report that the lane took.
  mutating func goOn() {
    if phase == .waiting { phase = .moving }
  }

  /// The step that has failed is to be started again later; returns whether it is.
  mutating func pause() -> Bool {
    guard phase == .moving else { return false }
    phase = .waiting
    return true
  }

  /// A closure asks to go back; what waits already is stopped when the run does so.
  mutating func turnBack() {
    if phase == .moving { phase = .returning }
  }

  /// The run goes back: another step than the one under way is about to start. Returns whether the lane is at work.
  mutating func goBack() -> Bool {
    guard isAtWork else { return false }
    phase = .moving
    return true
  }

  /// Whether a step is starting, under way, or about to start.
  var isAtWork: Bool { phase == .moving || phase == .waiting || phase == .returning }

  /// The chain has come to its end; returns whether for good.
  mutating func rest() -> Bool {
    guard phase != .ended else { return false }
    phase = isOpen ? .resting : .ended
    return !isOpen
  }

  /// The lane is closed from outside or has failed for good; returns whether it was at work.
  mutating func end() -> Bool {
    let wasAtWork = isAtWork
    phase = .ended
    return wasAtWork
  }
}
