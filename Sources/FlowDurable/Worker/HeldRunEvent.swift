/// An event to which a held run reacts while it waits.
enum HeldRunEvent: Sendable {
  /// A step of the current part has settled.
  case settled(PartSettlement)
  /// A closure of the part has requested to go back to a visit; nil to go back past the first one. The part ends next.
  case wantsBack(RunCourse.Visit?)
  /// The current visit has failed, and begins again after the delay. The part ends next.
  case beginsAgain(FlowRecord.FailedAttempt, after: Duration)
  /// The part with this number has left its step, and its closures can't ask to go back any more.
  case left(Int)
  /// The current part has ended.
  case ended(PartEnding)
  /// The current undo has ended; nil if it succeeded.
  case undone(RecordedFailure?)
  /// The check of a message with this number has ended.
  case checked(Int, CheckOutcome)
  /// The lease must be extended.
  case heartbeat
  /// This many messages wait in the store.
  case messagesWait(Int)
  /// The worker stops: the current step may end, and no other step starts.
  case stops
  /// The worker stops now: the current work is cancelled.
  case leaves
  /// The worker no longer waits for cancelled work that hasn't ended. The run stays with the process until it ends.
  case abandons

  /// Whether the worker no longer waits for the run.
  var abandons: Bool {
    if case .abandons = self { true } else { false }
  }

  /// Whether the event cancels the current work.
  var isLeaving: Bool {
    if case .leaves = self { true } else { false }
  }
}
