public import FlowDurable
public import ServiceLifecycle

/// A worker as a service of a server. It works until the server shuts down, and then releases its runs.
///
/// ```swift
/// let worker = FlowWorker(store, running: [order])
/// let group = ServiceGroup(
///   services: [WorkerService(worker)], gracefulShutdownSignals: [.sigterm, .sigint], logger: Logger(label: "orders"))
/// try await group.run()
/// ```
///
/// Shutting down doesn't cancel runs: the current steps may end, and their results are recorded. After the grace, the
/// other runs are released without a record, and their steps start again in another worker, with the same keys.
///
/// It is a `Service` of the swift-service-lifecycle package. If other services end before it, list it after the
/// services that its steps need.
public struct WorkerService: Service {
  private let worker: FlowWorker
  private let grace: Duration

  /// Creates a service.
  ///
  /// - Parameters:
  ///   - worker: The worker. Don't call its ``FlowWorker/run()`` elsewhere.
  ///   - grace: The time on the worker's clock in which the current steps may end after a shutdown has begun.
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
