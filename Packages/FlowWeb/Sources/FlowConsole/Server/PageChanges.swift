import FlowDurable
import FlowJSON
import FlowMarkup

/// The changes of a page, as server-sent events.
///
/// See the WHATWG HTML standard, "Server-sent events". The next event is created after the client has taken the
/// previous one, so a slow client uses no additional memory.
struct PageChanges: AsyncSequence, Sendable {
  /// The minimum time between two queries of the store.
  private static let pause = Duration.milliseconds(200)
  /// The time after which an event is sent to the client in any case, because only this shows whether the client is
  /// still connected.
  private static let patience = Duration.seconds(10)

  let router: ConsoleRouter
  let request: ConsoleRequest

  func makeAsyncIterator() -> Iterator {
    let source: (any RunSource)? = request.parts.first == "process" ? router.watched : router.stored
    return Iterator(router: router, request: request, hints: source?.changes.makeAsyncIterator())
  }

  struct Iterator: AsyncIteratorProtocol {
    private let router: ConsoleRouter
    private let request: ConsoleRequest
    private var hints: AsyncStream<Void>.Iterator?
    private var hasBegun = false
    /// The versions of the parts that were sent last.
    private var sent: [String: String] = [:]
    /// The fault that was sent last, if it still applies.
    private var fault: String?
    private var latest = ContinuousClock.now
    private var pause: Duration?

    init(router: ConsoleRouter, request: ConsoleRequest, hints: AsyncStream<Void>.Iterator?) {
      self.router = router
      self.request = request
      self.hints = hints
    }

    mutating func next() async throws -> String? {
      if !hasBegun {
        hasBegun = true
        return "retry: 1000\n\n"
      }
      while true {
        if let pause { try await Task.sleep(for: pause) }
        guard await hints?.next() != nil else { return nil }
        let begin = ContinuousClock.now
        let event = try await look()
        // A page that takes long to create is created less often.
        pause = Swift.max(PageChanges.pause, begin.duration(to: .now) * 4)
        if let event {
          latest = .now
          return event
        }
        if latest.duration(to: .now) > PageChanges.patience {
          latest = .now
          return ": still here\n\n"
        }
      }
    }

    /// Returns the event for the changed parts; nil if nothing has changed.
    private mutating func look() async throws -> String? {
      do {
        let page = try await router.page(for: request)
        let changed = page.parts.filter { $0.isLive && sent[$0.name] != $0.version }
        guard !changed.isEmpty || fault != nil else { return nil }
        for part in changed { sent[part.name] = part.version }
        fault = nil
        return PageChanges.event("page", PageChanges.data(page, changed))
      } catch let error as CancellationError {
        throw error
      } catch {
        let sentence = PageError(error).description
        guard fault != sentence else { return nil }
        fault = sentence
        return PageChanges.event("fault", .string(sentence))
      }
    }
  }

  private static func data(_ page: Page, _ parts: [Page.Part]) -> JSONValue {
    let changed = parts.map { part -> (String, JSONValue) in
      (part.name, ["version": .string(part.version), "html": .string(part.markup.text)])
    }
    var object: JSONObject = ["title": .string(page.title), "parts": .object(JSONObject(changed))]
    object["news"] = page.news.map { .string($0) }
    return .object(object)
  }

  private static func event(_ name: String, _ data: JSONValue) -> String {
    // A JSON value as text has no line breaks.
    "event: \(name)\ndata: \(data.jsonText)\n\n"
  }
}
