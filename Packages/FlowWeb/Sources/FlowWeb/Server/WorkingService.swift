package import FlowDurable
import ServiceLifecycle

/// A worker as a service of the programs of this package: it works until the programs end, and then finishes its steps.
package struct WorkingService: Service {
  private let worker: FlowWorker

  package init(_ worker: FlowWorker) {
    self.worker = worker
  }

  package func run() async throws {
    try await withGracefulShutdownHandler {
      try await worker.run()
    } onGracefulShutdown: {
      Task { await worker.stop() }
    }
  }
}
