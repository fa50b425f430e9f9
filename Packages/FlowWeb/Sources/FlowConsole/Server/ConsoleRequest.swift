import FlowMarkup
import WebServing

/// A request, without the server that received it.
struct ConsoleRequest: Sendable {
  var method = "GET"
  /// The path, still encoded.
  var path: String
  /// The query, still encoded.
  var query = ""
  /// The host and the port that the client has requested.
  var host: String?
  /// Whether the request has more than one `Host` header.
  var hasSeveralHosts = false
  /// The headers, with names in lowercase.
  var headers: [String: String] = [:]
  /// The body of a form.
  var body = ""

  /// The parts of the path, decoded.
  var parts: [String] {
    path.split(separator: "/", omittingEmptySubsequences: true).map { String($0).percentDecoded() }
  }

  /// Returns the value of a cookie.
  func cookie(_ name: String) -> String? { Cookies.values(name, in: headers["cookie"]).first }
}

/// A reply, without the server that sends it.
struct ConsoleReply: Sendable {
  enum Body: Sendable {
    case text(String)
    /// The changes of the requested page, as server-sent events.
    case changes(of: ConsoleRequest)
  }

  var status = 200
  var headers: [(name: String, value: String)] = []
  var body: Body

  /// The reply after which the connection is closed, because the gate hasn't admitted its client.
  var closing: ConsoleReply {
    var reply = self
    reply.headers.append(("connection", "close"))
    return reply
  }

  /// Returns a document.
  static func html(_ markup: Markup, status: Int = 200) -> ConsoleReply {
    ConsoleReply(
      status: status, headers: [("content-type", "text/html; charset=utf-8"), ("cache-control", "no-store")],
      body: .text(markup.text))
  }

  /// Returns a redirection to another page.
  static func redirect(to path: String) -> ConsoleReply {
    ConsoleReply(status: 303, headers: [("location", path), ("cache-control", "no-store")], body: .text(""))
  }

  static func asset(_ text: String, type: String) -> ConsoleReply {
    ConsoleReply(headers: [("content-type", type), ("cache-control", "max-age=60")], body: .text(text))
  }
}
