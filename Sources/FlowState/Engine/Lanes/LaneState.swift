/// The state of a lane, and the completions that it accepts: a state machine without steps, queue or clock.
///
/// A lane is at most at one step at a time. While it moves or waits, only the step that it waits for can complete. Its first
/// rest is its end, unless the lane is open. An open lane rests until a completed step completes again.
struct LaneState: Equatable, Sendable {
  enum Phase: Equatable, Sendable {
    /// A step is about to start, is starting, or has just completed.
    case moving
    /// The work of a step is under way.
    case waiting
    /// A closure of the current step has requested to go back, and no work is under way. Nothing starts until the run has gone back.
    case returning
    /// The chain has come to rest and can continue.
    case resting
    /// The chain has ended for good.
    case ended
  }

  /// The effect of a report.
  enum Verdict: Equatable, Sendable {
    /// Settles the step that the lane waits for.
    case settles
    /// Completes a step of an open run at rest again, so that the run moves on.
    case movesOn
    /// Nothing. The observer is notified.
    case extra
  }

  private(set) var phase = Phase.moving
  let isOpen: Bool

  init(isOpen: Bool) {
    self.isOpen = isOpen
  }

  /// Records that the step's work is under way. If the run goes back, it stops the work then, because it can still refuse to.
  mutating func beginWaiting() {
    if phase == .moving || phase == .returning { phase = .waiting }
  }

  /// Decides about a report that no start has taken.
  ///
  /// - Parameters:
  ///   - moment: When the report was made.
  ///   - isAwaited: Whether the lane waits for the visit that the report was made for.
  ///   - canCompleteAgain: Whether that visit is the latest start of its step, and the step can complete again.
  /// - Returns: The effect of the report.
  func verdict(on moment: ReportMoment, isAwaited: Bool, canCompleteAgain: Bool) -> Verdict {
    if isAwaited { return phase == .waiting ? .settles : .extra }
    if case .again = moment, phase == .resting, canCompleteAgain { return .movesOn }
    return .extra
  }

  /// Records that the awaited step has its report. Returns false if the lane doesn't wait.
  mutating func accept(isAwaited: Bool) -> Bool {
    guard phase == .waiting, isAwaited else { return false }
    phase = .moving
    return true
  }

  /// Records that a handler has reported again, so that the lane moves on.
  mutating func acceptAgain() {
    if phase == .resting { phase = .moving }
  }

  /// Records that the current step has settled without a report that the lane accepted.
  mutating func resume() {
    if phase == .waiting { phase = .moving }
  }

  /// Waits before the failed step is started again, or before its visit is undone. Returns whether the lane waits. A request to go back
  /// that is accepted stops the wait, and one that is refused doesn't disturb it.
  mutating func pause() -> Bool {
    guard phase == .moving || phase == .returning else { return false }
    phase = .waiting
    return true
  }

  /// Records that a closure has requested to go back. Work that waits already is stopped when the run goes back.
  mutating func turnBack() {
    if phase == .moving { phase = .returning }
  }

  /// Records that the run can't go back, although a closure has requested it. Returns whether the lane moves on.
  mutating func endReturn() -> Bool {
    guard phase == .returning else { return false }
    phase = .moving
    return true
  }

  /// Records that the run goes back, so that another step is about to start. Returns whether the lane is at work.
  mutating func goBack() -> Bool {
    guard isAtWork else { return false }
    phase = .moving
    return true
  }

  /// Whether a step is starting, under way, or about to start.
  var isAtWork: Bool { phase == .moving || phase == .waiting || phase == .returning }

  /// Records that the chain has come to rest. Returns whether it has ended for good.
  mutating func rest() -> Bool {
    guard phase != .ended else { return false }
    phase = isOpen ? .resting : .ended
    return !isOpen
  }

  /// Records that the lane was closed from outside or has failed for good. Returns whether it was at work.
  mutating func end() -> Bool {
    let wasAtWork = isAtWork
    phase = .ended
    return wasAtWork
  }
}
