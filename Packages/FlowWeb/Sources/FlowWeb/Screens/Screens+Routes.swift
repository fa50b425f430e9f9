import FlowState
import HTTPTypes
public import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import ServiceLifecycle
import WebServing

/// Screens as a part of a server.
extension Screens {
  /// Adds the routes of the screens to a router, or to a group of one. The routes have sessions of their own.
  ///
  /// ```swift
  /// let router = Router()
  /// screens.add(to: router)
  /// let application = Application(serving: router)
  /// ```
  ///
  /// - Parameters:
  ///   - routes: The router.
  ///   - prefix: The path of the group, with which the path of the screens begins; empty for a router.
  public func add<Context: RequestContext>(to routes: some RouterMethods<Context>, within prefix: String = "") {
    add(to: routes, within: prefix, sessions: BrowserSessions(settings.limits, timed: settings.clock))
  }

  /// Adds the routes with sessions that a test can count.
  func add<Context: RequestContext>(
    to routes: some RouterMethods<Context>, within prefix: String = "", sessions: BrowserSessions
  ) {
    let server = ScreenServer(settings: settings, sessions: sessions)
    let headers = server.headers
    let path = settings.base.dropFirst(settings.base.hasPrefix(prefix) ? prefix.count : 0)
    for method in [HTTPRequest.Method.get, .head, .post] {
      for place in ["", "/**"] {
        routes.on(RouterPath(path + place), method: method) { request, context in
          await respond(to: request, context.logger, from: server, headers)
        }
      }
    }
  }

  private func respond(
    to request: Request, _ logger: Logger, from server: ScreenServer, _ headers: HTTPFields
  ) async -> Response {
    let reply = await server.reply(to: PageRequest(request, below: settings.base)) { session in
      let presenter = BrowserPresenter(session: session, images: settings.images)
      return try await start(request, presenter, settings.clock, { session.end($0) }, ending)
    } body: { limit in
      try await request.bytes(upTo: limit)
    }
    switch reply {
    case .page(let page):
      page.failure?.log(of: identifier, by: logger)
      return page.response(headers, to: request)
    case .changes(let changes): return .events(of: changes, headers, to: request)
    }
  }
}

extension Response {
  /// Returns the changes of a screen as server-sent events.
  ///
  /// - Parameters:
  ///   - changes: The numbers of the changes.
  ///   - common: The headers of all replies.
  ///   - request: The request. A HEAD gets no body.
  /// - Returns: The response.
  static func events(of changes: AsyncStream<Int>, _ common: HTTPFields, to request: Request) -> Response {
    let events = ScreenEvents(changes: changes)
    let body = ResponseBody { writer in
      // An open page must not prevent the server from shutting down.
      for try await event in events.cancelOnGracefulShutdown() { try await writer.write(ByteBuffer(string: event)) }
      try await writer.finish(nil)
    }
    var fields = common
    fields.append(contentsOf: HTTPFields(EventStreamHeaders.all))
    return Response(status: .ok, headers: fields, body: request.method == .head ? ResponseBody() : body)
  }
}

/// The changes of a screen as server-sent events; see the WHATWG HTML standard.
struct ScreenEvents: AsyncSequence, Sendable {
  /// The time after which something is sent in any case, because only this shows whether the client is still connected.
  private static let pause = Duration.seconds(15)

  let changes: AsyncStream<Int>

  func makeAsyncIterator() -> Iterator {
    // Without a limit, so that no pulse takes the place of a change. The connection of a client that doesn't read is closed.
    let (events, feed) = AsyncStream.makeStream(of: String.self)
    feed.yield("retry: 1000\n\n")
    let relay = Task { [changes] in
      for await change in changes { feed.yield("event: change\ndata: \(change)\n\n") }
      feed.finish()
    }
    let pulse = Task {
      while !Task.isCancelled {
        try await Task.sleep(for: Self.pause)
        feed.yield(": still here\n\n")
      }
    }
    feed.onTermination = { _ in
      relay.cancel()
      pulse.cancel()
    }
    return Iterator(events: events.makeAsyncIterator())
  }

  struct Iterator: AsyncIteratorProtocol {
    var events: AsyncStream<String>.Iterator

    mutating func next() async -> String? { await events.next() }
  }
}
