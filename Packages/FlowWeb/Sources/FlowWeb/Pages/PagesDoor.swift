package import FlowDurable
package import FlowForms
package import FlowState
import HTTPTypes
import Hummingbird
import NIOCore

/// A way to pages without sockets, for the explorer of journeys in FlowWebTesting. Requests take the same way as those of
/// a server, from the body on.
package struct PagesDoor: Sendable {
  /// A request as a browser sends it.
  package struct Request: Sendable {
    package var method = "GET"
    package var host = "localhost"
    package var path: String
    package var headers: [(name: String, value: String)] = []
    package var body = ""

    package init(_ path: String) { self.path = path }
  }

  /// A reply as a browser gets it.
  package struct Reply: Sendable {
    package let status: Int
    package let headers: [(name: String, value: String)]
    package let body: String

    package init(status: Int, headers: [(name: String, value: String)], body: String) {
      self.status = status
      self.headers = headers
      self.body = body
    }
  }

  /// A run of the pages' flow.
  package struct Journey: Sendable {
    package let run: RunSummary
    package let assignments: [VariantAssignment]
    package let answers: [AnsweredVisit]
    /// The visit that waits for an answer; nil if none does.
    package let open: OpenVisit?
    /// The end in words; nil if the run hasn't ended.
    package let end: String?
  }

  /// The path of the start page.
  package let base: String
  /// Whether each start begins a journey of its own.
  package let startsSeveral: Bool
  package let worker: FlowWorker
  /// Returns the reply to a request. It doesn't wait for the work of steps.
  package var reply: @Sendable (Request) async -> Reply
  /// Returns the runs of the flow, oldest first.
  package let journeys: @Sendable () async throws -> [Journey]
  /// Returns the form of a step in journeys with these assignments, or in any journey if there are none; nil if it has none.
  package let form: @Sendable (String, [VariantAssignment]) -> AnyForm?
}

extension Pages {
  /// The door to these pages.
  package var door: PagesDoor {
    var pages = self
    pages.settings.patience = .zero
    let server = JourneyServer(flow: flow, worker: worker, settings: pages.settings, ending: ending)
    return PagesDoor(
      base: settings.base, startsSeveral: settings.startsSeveral, worker: worker,
      reply: { [pages] request in
        let reply = await pages.reply(to: Request(request), from: server)
        return PagesDoor.Reply(status: reply.status, headers: reply.headers, body: reply.body)
      },
      journeys: { [flow, worker] in
        var journeys: [PagesDoor.Journey] = []
        for summary in try await worker.store.runs(RunQuery(flows: [flow.identifier]), after: nil, limit: .max) {
          guard let run = try await worker.find(flow, number: summary.number) else { continue }
          let moment = try await run.moment()
          let rest = try await run.rest(at: moment)
          var open: OpenVisit?
          var end: String?
          if case .page(let visit) = rest { open = visit }
          if case .ended(let outcome) = rest { end = outcome.words }
          journeys.append(
            PagesDoor.Journey(
              run: summary, assignments: moment.assignments, answers: try run.answers(at: moment), open: open, end: end)
          )
        }
        return journeys
      },
      form: { [flow] step, assignments in flow.definition.form(at: step, for: assignments) })
  }
}

extension Request {
  /// Creates a request that no server has received.
  fileprivate init(_ request: PagesDoor.Request) {
    var head = HTTPRequest(
      method: HTTPRequest.Method(rawValue: request.method) ?? .get, scheme: "https", authority: request.host,
      path: request.path)
    for (name, value) in request.headers {
      if let name = HTTPField.Name(name) { head.headerFields.append(HTTPField(name: name, value: value)) }
    }
    self.init(head: head, body: RequestBody(buffer: ByteBuffer(string: request.body)))
  }
}

extension FlowOutcome {
  /// The outcome in words, with the result or the failure.
  fileprivate var words: String {
    switch self {
    case .completed(let result): "completed" + (result.map { ": \($0)" } ?? "")
    case .failed(let error): "failed: \(error)"
    case .cancelled: "cancelled"
    }
  }
}
