import FlowDurable
import FlowWeb
import Hummingbird
import Logging
import ServiceLifecycle
import Testing
import WebTestSupport

/// A server and a worker beside a test.
enum Served {
  /// A logger that logs nowhere.
  static let silent = Logger(label: "site") { _ in SwiftLogNoOpLogHandler() }

  /// Serves routes, and lets a worker work, while a closure is called.
  ///
  /// - Parameters:
  ///   - router: The routes.
  ///   - worker: The worker.
  ///   - limits: The connections of the server.
  ///   - logger: Where the server logs.
  ///   - body: Receives the port.
  /// - Returns: The result of the closure.
  /// - Throws: The error of the closure.
  static func run<Value: Sendable>(
    _ router: Router<BasicRequestContext>, _ worker: FlowWorker, within limits: ClientLimits = ClientLimits(),
    logging logger: Logger = silent, body: @escaping @Sendable (_ port: Int) async throws -> Value
  ) async throws -> Value {
    let (ports, announce) = AsyncStream<Int>.makeStream()
    let application = Application(serving: router, port: 0, within: limits, logger: logger) { announce.yield($0) }
    let group = ServiceGroup(services: [application], logger: silent)
    let serving = Task { try await group.run() }
    let working = Task { try await worker.run() }
    let coming = Task { await ports.first { _ in true } }
    let outcome: Result<Value, any Error>
    do {
      let port = try await coming.value(orSay: "The server did not announce its port") ?? 0
      outcome = .success(try await body(port))
    } catch {
      outcome = .failure(error)
    }
    await worker.stop()
    await group.triggerGracefulShutdown()
    working.cancel()
    _ = try? await working.value
    try? await serving.value(orSay: "The server did not end")
    return try outcome.get()
  }
}
