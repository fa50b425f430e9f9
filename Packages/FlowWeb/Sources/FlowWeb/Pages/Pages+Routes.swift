import FlowDurable
import FlowMarkup
import HTTPTypes
public import Hummingbird
import HummingbirdCore
import Logging
import NIOCore
import WebServing

/// Pages as a part of a server.
extension Pages {
  /// Adds the routes of the pages to a router, or to a group of one.
  ///
  /// ```swift
  /// let router = Router()
  /// pages.add(to: router)
  /// let application = Application(serving: router)
  /// ```
  ///
  /// - Parameters:
  ///   - routes: The router.
  ///   - prefix: The path of the group, with which the path of the pages begins; empty for a router.
  public func add<Context: RequestContext>(to routes: some RouterMethods<Context>, within prefix: String = "") {
    let server = JourneyServer(flow: flow, worker: worker, settings: settings, ending: ending)
    let path = settings.base.dropFirst(settings.base.hasPrefix(prefix) ? prefix.count : 0)
    let headers = HTTPFields(SafetyHeaders.all)
    for method in [HTTPRequest.Method.get, .head, .post] {
      for place in ["", "/**"] {
        routes.on(RouterPath(path + place), method: method) { request, context in
          await respond(to: request, context.logger, from: server, headers)
        }
      }
    }
  }

  private func respond(
    to request: Request, _ logger: Logger, from server: JourneyServer<Content, Result>, _ headers: HTTPFields
  ) async -> Response {
    let reply = await reply(to: request, from: server)
    reply.failure?.log(of: flow.identifier, by: logger)
    return reply.response(headers, to: request)
  }

  /// Returns the reply to a request, without the headers that all replies have.
  func reply(to request: Request, from server: JourneyServer<Content, Result>) async -> PageReply {
    await server.reply(to: PageRequest(request, below: settings.base)) { key, place in
      try await start(request, key, place, try await assignments(request))
    } body: { limit in
      try await request.bytes(upTo: limit)
    }
  }
}

extension PageRequest {
  /// Reads a request without its body.
  init(_ request: Request, below base: String) {
    self.init(method: request.method.rawValue, host: request.head.authority)
    let whole = request.uri.path
    path = whole.hasPrefix(base) ? String(whole.dropFirst(base.count)) : whole
    for field in request.headers {
      let name = field.name.canonicalName
      headers[name] = headers[name].map { $0 + (name == "cookie" ? "; " : ", ") + field.value } ?? field.value
    }
  }
}
