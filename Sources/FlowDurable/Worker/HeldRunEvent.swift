import FlowState

/// What a held run reacts to while it waits.
enum HeldRunEvent: Sendable {
  /// A step of the part under way has settled.
  case settled(PartSettlement)
  /// A closure of the part wants to go back; nil for the previous step. The part ends next.
  case wantsBack(String?)
  /// The part under way has ended.
  case ended(PartEnding)
  /// The undo under way has ended; nil if it has succeeded.
  case undone(RecordedFailure?)
  /// The lease must be extended.
  case heartbeat
  /// This many messages wait in the store.
  case messagesWait(Int)
  /// The worker stops: the step under way may end, and no other starts.
  case stops
  /// The worker stops now: the work under way is cancelled.
  case leaves
  /// The worker doesn't wait for work that has been cancelled and hasn't ended.
  case abandons
}

/// The settlement of a step, on its way to the store.
struct PartSettlement: Sendable {
  let record: FlowRecord
  /// The end of the run, if the chain has ended.
  let ended: FlowRecord?
  /// Starts the next step, or fails the settled one.
  let open: @Sendable ((any Error)?) -> Void
}

/// How a part of a run has ended.
enum PartEnding: Sendable {
  /// The chain has come to its end, and the end was recorded.
  case completed
  /// A step has failed, and nothing has caught the failure.
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
