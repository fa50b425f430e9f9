import FlowDurable
import FlowForms
import FlowState
import FlowWeb
import Foundation
import Hummingbird
import Logging
import ServiceLifecycle
import Testing
import WebTestSupport

/// A server with the pages of a sign-up, and a worker, beside a test.
struct Site: Sendable {
  let port: Int
  let store: any FlowStore
  let worker: FlowWorker
  let flow: DurableFlow<Any, String>

  var address: String { "http://127.0.0.1:\(port)" }

  /// A new browser without cookies.
  func visitor() -> Visitor { Visitor(port: UInt16(port)) }

  /// The run of a visitor.
  func run(of visitor: Visitor) async throws -> DurableRun<Any, String> {
    let key = visitor.journey ?? ""
    guard let run = try await worker.find(flow, key: key) else { throw Missing(what: "the run '\(key)'") }
    return run
  }

  struct Missing: Error, CustomStringConvertible {
    let what: String
    var description: String { "There is no \(what)." }
  }

  /// Serves the pages while a closure is called.
  ///
  /// - Parameters:
  ///   - works: What the steps do.
  ///   - store: The store.
  ///   - flow: The flow; the sign-up by default.
  ///   - group: The group of the router in which the pages are; empty for the router.
  ///   - logger: Where the server logs; nil for nowhere.
  ///   - change: Changes the pages.
  ///   - body: The test.
  /// - Returns: The result of the closure.
  /// - Throws: The error of the closure.
  static func run<Value: Sendable>(
    _ works: Works = Works(), on store: any FlowStore = MemoryStore(timed: WallClock()),
    serving flow: DurableFlow<Any, String>? = nil, in group: String = "", logging logger: Logger? = nil,
    _ change: @Sendable (Pages<Any, String>) -> Pages<Any, String> = { $0 },
    body: @escaping @Sendable (Site) async throws -> Value
  ) async throws -> Value {
    let flow = try flow ?? signUpFlow(works)
    let worker = FlowWorker(store, running: [flow], keepingEnded: .seconds(600))
    let router = Router()
    // On a busy machine, a reply waits until the run rests, so that its location says where.
    let patience: Duration = works.held.isEmpty ? .seconds(30) : .milliseconds(300)
    let pages = change(Pages(flow, worker: worker, at: group + "/sign-up").named("Sign up").limited(patience: patience))
    if group.isEmpty {
      pages.add(to: router)
    } else {
      pages.add(to: router.group(RouterPath(group)), within: group)
    }
    let (ports, announce) = AsyncStream<Int>.makeStream()
    let logger = logger ?? Logger(label: "site") { _ in SwiftLogNoOpLogHandler() }
    let application = Application(
      router: router, configuration: .init(address: .hostname("127.0.0.1", port: 0), serverName: nil),
      onServerRunning: { announce.yield($0.localAddress?.port ?? 0) }, logger: logger)
    let group = ServiceGroup(services: [application], logger: Logger(label: "site") { _ in SwiftLogNoOpLogHandler() })
    let serving = Task { try await group.run() }
    let working = Task { try await worker.run() }
    let coming = Task { await ports.first { _ in true } }
    let outcome: Result<Value, any Error>
    do {
      let port = try await coming.value(orSay: "The server did not announce its port") ?? 0
      outcome = .success(try await body(Site(port: port, store: store, worker: worker, flow: flow)))
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
