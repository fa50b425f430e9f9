import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle
import WebServing

/// Connects the console to Hummingbird.
struct ConsoleResponder: HTTPResponder {
  /// The context of a request: its connection.
  struct Context: RequestContext {
    var coreContext: CoreRequestContextStorage
    let channel: any Channel

    init(source: ApplicationRequestContextSource) {
      coreContext = .init(source: source)
      channel = source.channel
    }
  }

  let router: ConsoleRouter
  let connections: Connections

  func respond(to request: Request, context: Context) async throws -> Response {
    let isHead = request.method == .head
    // The body is received only from a client that the gate has admitted.
    let reply = await router.reply(to: ConsoleRequest(request)) {
      connections.welcome(context.channel)
      return request.method == .post ? try await Self.body(of: request) : ""
    }
    var headers = HTTPFields()
    for (name, value) in SafetyHeaders.all + reply.headers {
      if let name = HTTPField.Name(name) { headers.append(HTTPField(name: name, value: value)) }
    }
    let status = HTTPResponse.Status(code: reply.status)
    switch reply.body {
    case .text(let text):
      let buffer = ByteBuffer(string: text)
      headers[.contentLength] = String(buffer.readableBytes)
      return Response(
        status: status, headers: headers, body: isHead ? ResponseBody() : ResponseBody(byteBuffer: buffer))
    case .changes(let followed):
      let changes = PageChanges(router: router, request: followed)
      let body = ResponseBody { writer in
        // An open page must not prevent the server from shutting down.
        for try await event in changes.cancelOnGracefulShutdown() {
          try await writer.write(ByteBuffer(string: event))
        }
        try await writer.finish(nil)
      }
      return Response(status: status, headers: headers, body: isHead ? ResponseBody() : body)
    }
  }

  private static func body(of request: Request) async throws -> String {
    do {
      return String(buffer: try await request.body.collect(upTo: FormFields.limit))
    } catch is NIOTooManyBytesError {
      throw PageError.tooLarge
    }
  }
}

extension ConsoleRequest {
  /// Reads a request without its body.
  fileprivate init(_ request: Request) {
    self.init(path: request.uri.path)
    method = request.method.rawValue
    query = request.uri.query ?? ""
    host = request.head.authority
    for field in request.headers {
      if field.name.canonicalName == "host" { hasSeveralHosts = true }
      headers[field.name.canonicalName] = field.value
    }
  }
}
