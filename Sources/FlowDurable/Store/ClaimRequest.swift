/// A worker's request for due runs of the flows that it knows.
///
/// ```swift
/// let request = ClaimRequest(["order", "signup"], limit: 8, lease: .seconds(30))
/// let runs = try await store.claim(request)
/// ```
public struct ClaimRequest: Sendable, Hashable {
  /// The names of the flows. The store returns no other runs.
  public var flows: [String]
  /// The name of the queue.
  public var queue: String
  /// The maximum number of runs to claim.
  public var limit: Int
  /// The time for which the runs belong to the worker, unless it extends the lease with an append.
  public var lease: Duration
  /// The name of the worker, for people who look at the store. The store doesn't use it.
  public var worker: String?
  /// Whether the caller keeps each claimed run as long as it works for the run, so that a store with a single process
  /// can see that the lease must not end; see ``RunHold``. It doesn't distinguish requests.
  package var holds: Bool {
    get { holding.isOn }
    set { holding.isOn = newValue }
  }

  private var holding = RunHolding()

  /// Creates a request.
  ///
  /// - Parameters:
  ///   - flows: The names of the flows.
  ///   - queue: The name of the queue.
  ///   - limit: The maximum number of runs to claim.
  ///   - lease: The time for which the runs belong to the worker.
  ///   - worker: The name of the worker, for people.
  public init(
    _ flows: [String], queue: String = "default", limit: Int, lease: Duration, worker: String? = nil
  ) {
    self.flows = flows
    self.queue = queue
    self.limit = limit
    self.lease = lease
    self.worker = worker
  }
}
