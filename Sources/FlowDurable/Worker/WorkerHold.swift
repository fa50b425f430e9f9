/// A run that a worker holds, as the worker sees it.
struct WorkerHold: Sendable {
  /// A reason why a stopping worker doesn't wait for a run.
  enum Departure: Sendable {
    /// The work ignores its cancellation. The run stays with the process until the work ends.
    case works
    /// The store doesn't respond.
    case hangs
  }

  let run: RunNumber
  let definition: DurableDefinition
  let events: AsyncStream<HeldRunEvent>.Continuation
  let abandonment: RunAbandonment
  let lease: HeldLease
  /// A later claim of the run, which came while the work for this one was under way, and the time before it.
  var later: (claim: ClaimedRun, since: WorkerTime)?
  /// The reason why the worker doesn't wait for the run any longer; nil if it does.
  var departure: Departure?
}
