import FlowState

/// The state of a worker: the runs that it holds, and whether it stops.
actor WorkerState {
  /// A run that the worker holds.
  struct Held {
    let run: RunNumber
    let flow: String
    let events: AsyncStream<HeldRunEvent>.Continuation
    let abandonment: RunAbandonment
  }

  let settings: WorkerSettings
  /// The held runs by the numbers of their claims. A run whose lease was lost can be claimed again before its work has
  /// ended.
  var held: [Int: Held] = [:]
  var claims = 0
  /// The number of runs that have left the worker.
  var departures = 0
  var stops = false
  /// Whether the worker has cancelled the work of its runs.
  var hasGivenUp = false
  /// The error of a store that has failed permanently.
  var failure: StoreError?
  var hintStreams: [AsyncStream<Void>.Continuation] = []
  /// The callers that wait for a run to leave, and those that wait for all runs to leave.
  var waiting: [(forAll: Bool, continuation: CheckedContinuation<Void, Never>)] = []
  /// The time on the worker's clock at which it removes ended runs again; nil to do so before the next claim.
  var forgetsAt: Duration?
  /// Whether the worker checks for messages or has just done so, and whether it checks again.
  var (looksSoon, looksAgain) = (false, false)
  /// The alarm for the next heartbeat.
  var alarm: FlowAlarm?
  /// The alarm for abandoning cancelled work.
  var abandoning: FlowAlarm?

  init(_ settings: WorkerSettings) {
    self.settings = settings
  }

  deinit {
    alarm?.cancel()
    abandoning?.cancel()
  }

  var count: Int { held.count }

  /// Returns the number of runs of a group that the worker can still hold.
  func free(of atOnce: Int, for group: FlowWorker.Group) -> Int {
    let free = atOnce - held.count
    guard let limit = group.limit, free > 0 else { return free }
    return min(free, limit - held.values.count { group.flows.contains($0.flow) })
  }

  var isStopping: Bool { stops || failure != nil }

  /// Returns a stream with an element each time a claim may find a run. The stream ends when the worker stops.
  func hints() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    if stops { continuation.finish() } else { hintStreams.append(continuation) }
    continuation.yield()
    return stream
  }

  func hint() {
    for hints in hintStreams { hints.yield() }
  }

  /// Sends an event to all held runs.
  func post(_ event: HeldRunEvent) {
    for held in held.values { held.events.yield(event) }
  }
}
