import FlowState

/// An event to which a held run reacts while it waits.
enum HeldRunEvent: Sendable {
  /// A step of the current part has settled.
  case settled(PartSettlement)
  /// A closure of the part has requested to go back; nil for the previous step. The part ends next.
  case wantsBack(String?)
  /// The current part has ended.
  case ended(PartEnding)
  /// The current undo has ended; nil if it succeeded.
  case undone(RecordedFailure?)
  /// The lease must be extended.
  case heartbeat
  /// This many messages wait in the store.
  case messagesWait(Int)
  /// The worker stops: the current step may end, and no other step starts.
  case stops
  /// The worker stops now: the current work is cancelled.
  case leaves
  /// The worker no longer waits for cancelled work that hasn't ended.
  case abandons

  /// Whether the event cancels the current work.
  var isLeaving: Bool {
    if case .leaves = self { true } else { false }
  }
}

/// The settlement of a step before it is recorded.
struct PartSettlement: Sendable {
  let record: FlowRecord
  /// The record of the run's end, if the chain has ended.
  let ended: FlowRecord?
  /// Starts the next step. With an error, fails the settled step instead.
  let open: @Sendable ((any Error)?) -> Void
}

/// The way in which a part of a run has ended.
enum PartEnding: Sendable {
  /// The chain has ended, and the end was recorded.
  case completed
  /// A step has failed, and no route caught the failure.
  case failed(RecordedFailure)
  /// The part was set aside, or cancelled.
  case cancelled

  init(_ outcome: FlowOutcome<Any>) {
    switch outcome {
    case .completed: self = .completed
    case .failed(let error as FlowError): self = .failed(RecordedFailure(error))
    case .failed(let error): self = .failed(RecordedFailure(error))
    case .cancelled: self = .cancelled
    }
  }
}
