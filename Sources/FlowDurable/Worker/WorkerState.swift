import FlowState

/// The runs that a worker holds, and whether it stops.
actor WorkerState {
  /// A run that the worker holds.
  struct Held {
    let run: RunNumber
    let flow: String
    let events: AsyncStream<HeldRunEvent>.Continuation
    let abandonment: RunAbandonment
  }

  let settings: WorkerSettings
  /// By the number of the worker's claim: a run whose lease was lost can come back before its work has ended.
  var held: [Int: Held] = [:]
  var claims = 0
  /// The number of runs that have left.
  var departures = 0
  var stops = false
  /// Whether the time has passed that runs have to leave.
  var hasGivenUp = false
  /// The error of a store that has failed for good.
  var failure: StoreError?
  var hintStreams: [AsyncStream<Void>.Continuation] = []
  /// Those who wait for a run to leave, and those who wait for all runs to leave.
  var waiting: [(forAll: Bool, continuation: CheckedContinuation<Void, Never>)] = []
  /// The time on the worker's clock at which ended runs are looked for; nil for the next time.
  var forgetsAt: Duration?
  /// Whether the worker looks for messages, or has just done so; and whether it looks again.
  var (looksSoon, looksAgain) = (false, false)
  /// The alarm for the next heartbeat.
  var alarm: FlowAlarm?
  /// The alarm after which cancelled work isn't waited for.
  var abandoning: FlowAlarm?

  init(_ settings: WorkerSettings) {
    self.settings = settings
  }

  deinit {
    alarm?.cancel()
    abandoning?.cancel()
  }

  var count: Int { held.count }

  /// Returns the number of runs of a group that the worker has room for.
  func free(of atOnce: Int, for group: FlowWorker.Group) -> Int {
    let free = atOnce - held.count
    guard let limit = group.limit, free > 0 else { return free }
    return min(free, limit - held.values.count { group.flows.contains($0.flow) })
  }

  var isStopping: Bool { stops || failure != nil }

  /// Returns a stream with an element each time when a claim may find something. It ends when the worker stops.
  func hints() -> AsyncStream<Void> {
    let (stream, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    if stops { continuation.finish() } else { hintStreams.append(continuation) }
    continuation.yield()
    return stream
  }

  func hint() {
    for hints in hintStreams { hints.yield() }
  }

  /// Tells all held runs.
  func post(_ event: HeldRunEvent) {
    for held in held.values { held.events.yield(event) }
  }
}
