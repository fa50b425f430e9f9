import HTTPTypes
import Hummingbird
import Logging
import NIOCore
import ServiceLifecycle

/// Connects the console to Hummingbird.
struct ConsoleResponder: HTTPResponder {
  typealias Context = BasicRequestContext

  let router: ConsoleRouter

  func respond(to request: Request, context: Context) async throws -> Response {
    let isHead = request.method == .head
    let reply: ConsoleReply
    do {
      reply = await router.reply(to: try await ConsoleRequest(request))
    } catch {
      let fault = PageError.tooLarge
      reply = .html(router.layout.document(fault.page), status: fault.status)
    }
    var headers = HTTPFields()
    for (name, value) in ConsoleReply.safety + reply.headers {
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
}

extension ConsoleRequest {
  /// Reads a request with its complete body.
  fileprivate init(_ request: Request) async throws {
    self.init(path: request.uri.path)
    method = request.method.rawValue
    query = request.uri.query ?? ""
    host = request.head.authority
    for field in request.headers { headers[field.name.canonicalName] = field.value }
    if method == "POST" {
      var request = request
      body = String(buffer: try await request.collectBody(upTo: FormFields.limit))
    }
  }
}
