import FlowDurable
import Foundation
import NIOCore
import Testing
import WebServing
import WebTestSupport

@testable import FlowConsole

/// A console that runs beside a test.
struct RunningConsole: Sendable {
  /// The address with the token.
  let address: String

  /// The address without the token.
  var base: String { String(address.prefix { $0 != "?" }.dropLast()) }

  /// Runs a console, and perhaps a worker, while a closure is called.
  ///
  /// - Parameters:
  ///   - store: The store.
  ///   - flows: The flows that the console knows.
  ///   - watch: The observer of the runs of this process.
  ///   - worker: A worker that receives the messages of the console.
  ///   - isReadOnly: Whether the console has no actions.
  ///   - port: The port; by default any that is free.
  ///   - token: The token.
  ///   - limits: The limits of connections.
  ///   - body: The test.
  /// - Returns: The result of the closure.
  /// - Throws: The error of the closure, or a `ConsoleError`.
  static func run<Value: Sendable>(
    _ store: any FlowStore, flows: [any AnyDurableFlow] = [], watching watch: RunWatch? = nil,
    working worker: FlowWorker? = nil, isReadOnly: Bool = false, port: Int = 0, token: String = "t0ken",
    limits: ConnectionLimits = .patient, _ body: @escaping @Sendable (RunningConsole) async throws -> Value
  ) async throws -> Value {
    let (addresses, continuation) = AsyncStream<String>.makeStream()
    var settings = ConsoleSettings()
    settings.port = port
    settings.token = token
    settings.isReadOnly = isReadOnly
    settings.title = "orders.journal"
    settings.announce = { continuation.yield($0) }
    var console = ConsoleService(store: store, flows: flows, watching: watch, settings: settings)
    console.limits = limits
    console.countTime = PageReader.patience
    return try await withThrowingTaskGroup(of: Value?.self) { group in
      group.addTask { [console] in
        // A console that can't start must not leave the test waiting.
        defer { continuation.finish() }
        try await console.run()
        return nil
      }
      if let worker {
        group.addTask {
          try await worker.run()
          return nil
        }
      }
      group.addTask {
        let coming = Task { await addresses.first { _ in true } }
        guard let address = try await coming.value(orSay: "The console did not announce its address") else {
          return nil
        }
        return try await body(RunningConsole(address: address))
      }
      defer { group.cancelAll() }
      while let ended = try await group.next() {
        if let value = ended { return value }
      }
      throw CancellationError()
    }
  }
}

extension ConnectionLimits {
  /// Limits for clients that a busy machine makes slow.
  static var patient: ConnectionLimits {
    var limits = ConnectionLimits()
    (limits.headTime, limits.bodyTime) = (.minutes(10), .minutes(10))
    return limits
  }
}
