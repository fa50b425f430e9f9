import FlowDocuments
import FlowDurable
import FlowJSON
import FlowWeb
import Hummingbird
import Testing
import WebTestSupport

/// A server with the pages of a flow document at `/d`, and a worker, beside a test.
struct DocumentSite: Sendable {
  let port: Int
  let worker: FlowWorker
  let flow: DurableFlow<Any, JSONValue>

  /// A new browser without cookies.
  func visitor() -> Visitor { Visitor(port: UInt16(port)) }

  /// The run of a visitor.
  func run(of visitor: Visitor) async throws -> DurableRun<Any, JSONValue> {
    try #require(try await worker.find(flow, key: visitor.journey ?? ""))
  }

  /// The values of the steps of a visitor's run.
  func values(of visitor: Visitor) async throws -> JSONValue {
    try await run(of: visitor).values()[DocumentValues.self] ?? .null
  }

  /// Serves the pages while a closure is called.
  ///
  /// - Parameters:
  ///   - flow: The flow of the pages.
  ///   - work: The flow of the worker; nil for the same one.
  ///   - store: The store.
  ///   - change: Changes the pages.
  ///   - body: The test.
  /// - Throws: The error of the closure.
  static func run(
    _ flow: DurableFlow<Any, JSONValue>, workingOn work: DurableFlow<Any, JSONValue>? = nil,
    on store: any FlowStore = MemoryStore(timed: WallClock()),
    _ change: @Sendable (Pages<Any, JSONValue>) -> Pages<Any, JSONValue> = { $0 },
    body: @escaping @Sendable (DocumentSite) async throws -> Void
  ) async throws {
    let worker = FlowWorker(store, running: [work ?? flow], keepingEnded: .seconds(600))
    let router = Router()
    // On a busy machine, a reply waits until the run rests, so that its location says where.
    change(Pages(flow, worker: worker, at: "/d").limited(patience: .seconds(30))).add(to: router)
    try await Served.run(router, worker) { port in
      try await body(DocumentSite(port: port, worker: worker, flow: flow))
    }
  }
}
