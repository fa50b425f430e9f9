public import FlowDurable
public import ServiceLifecycle

/// A worker as a service of a server: it works until the server shuts down, and then gives its runs back.
///
/// ```swift
/// let worker = FlowWorker(store, running: [order])
/// let group = ServiceGroup(
///   services: [WorkerService(worker)], gracefulShutdownSignals: [.sigterm, .sigint], logger: Logger(label: "orders"))
/// try await group.run()
/// ```
///
/// Shutting down isn't cancelling: the steps under way may end, and what they do is recorded. After the grace, the rest is given
/// back without a record, and its steps start again elsewhere, under the same keys.
///
/// As in the swift-service-lifecycle package: `Service`. If other services end before it, put it behind what its steps need.
public struct WorkerService: Service {
  private let worker: FlowWorker
  private let grace: Duration

  /// Creates a service.
  ///
  /// - Parameters:
  ///   - worker: The worker. Don't call its ``FlowWorker/run()`` elsewhere.
  ///   - grace: The time on the worker's clock in which the steps under way may end after a shutdown has begun.
  public init(_ worker: FlowWorker, grace: Duration = .seconds(10)) {
    self.worker = worker
    self.grace = grace
  }

  /// Works until the server shuts down or the task is cancelled.
  ///
  /// - Throws: A `StoreError` if the store has failed for good.
  public func run() async throws {
    try await withGracefulShutdownHandler {
      try await worker.run()
    } onGracefulShutdown: { [worker, grace] in
      Task { await worker.stop(grace: grace) }
    }
  }
}
