public import FlowDurable
import FlowForms
import FlowState
public import Hummingbird
import WebServing

/// A durable flow as pages in a browser, which a person answers one by one.
///
/// ```swift
/// let pages = Pages(signUp, worker: worker, at: "/sign-up")
/// pages.add(to: router)
/// ```
///
/// Each step that shows a form, or a `DurableScreen`, is a page. The run is in its store, and nothing of it but the screens is in memory: any
/// process that has the store open answers any request. A person can go back, use several tabs, click twice, and load pages again; each
/// answer counts once, and an answer that comes too late changes nothing without being asked.
///
/// A journey belongs to the browser that has its cookie. Its addresses are no secrets, and no address or log has a value.
public struct Pages<Content, Result: Sendable>: Sendable {
  let flow: DurableFlow<Content, Result>
  let worker: FlowWorker
  var settings: PageSettings
  var ending: @Sendable (Result?) -> PageText
  let start: Start
  var assignments: @Sendable (Request) async throws -> [VariantAssignment] = { _ in [] }

  /// Starts a run for a request, with a key, in a place.
  typealias Start =
    @Sendable (Request, _ key: String, any RunAdding, [VariantAssignment]) async throws -> DurableRun<Content, Result>

  /// Creates the pages of a flow that begins with a content.
  ///
  /// - Parameters:
  ///   - flow: The flow.
  ///   - worker: A worker with the store of the runs. It, or a worker of another process, must run the flow.
  ///   - path: The path of the start page, such as `/sign-up`. All pages are below it.
  ///   - content: Returns the content of a new run. Nothing that it throws is shown.
  public init(
    _ flow: DurableFlow<Content, Result>, worker: FlowWorker, at path: String,
    content: @escaping @Sendable (_ request: Request) async throws -> Content
  ) {
    self.init(flow, worker, path) { request, key, place, assignments in
      try await worker.start(flow, try await content(request), key: key, assignments: assignments, in: place)
    }
  }

  private init(
    _ flow: DurableFlow<Content, Result>, _ worker: FlowWorker, _ path: String, start: @escaping Start
  ) {
    self.flow = flow
    self.worker = worker
    self.start = start
    settings = PageSettings(path, flow.identifier)
    ending = { _ in PageText("Done", "You can close this page.") }
  }
}

extension Pages where Content == Any {
  /// Creates the pages of a flow without a content.
  ///
  /// - Parameters:
  ///   - flow: The flow.
  ///   - worker: A worker with the store of the runs. It, or a worker of another process, must run the flow.
  ///   - path: The path of the start page, such as `/sign-up`. All pages are below it.
  public init(_ flow: DurableFlow<Content, Result>, worker: FlowWorker, at path: String) {
    self.init(flow, worker, path) { _, key, place, assignments in
      try await worker.start(flow, key: key, assignments: assignments, in: place)
    }
  }
}
