import FlowDurable
import FlowForms
import FlowState
import FlowWeb
import Foundation
import Hummingbird
import Logging
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
  ///   - limits: The connections of the server.
  ///   - change: Changes the pages.
  ///   - body: The test.
  /// - Returns: The result of the closure.
  /// - Throws: The error of the closure.
  static func run<Value: Sendable>(
    _ works: Works = Works(), on store: any FlowStore = MemoryStore(timed: WallClock()),
    serving flow: DurableFlow<Any, String>? = nil, in group: String = "", logging logger: Logger? = nil,
    within limits: ClientLimits = ClientLimits(),
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
    return try await Served.run(router, worker, within: limits, logging: logger ?? Served.silent) { port in
      try await body(Site(port: port, store: store, worker: worker, flow: flow))
    }
  }
}
