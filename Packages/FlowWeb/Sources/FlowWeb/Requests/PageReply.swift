import FlowMarkup

/// A reply to a request for a page, without the server that sends it.
struct PageReply: Sendable {
  var status: Int
  var headers: [(name: String, value: String)]
  var body: String

  /// Returns a page.
  static func html(_ markup: Markup, status: Int = 200) -> PageReply {
    PageReply(
      status: status, headers: [("content-type", "text/html; charset=utf-8"), ("cache-control", "no-store")],
      body: markup.text)
  }

  /// Returns a redirection to another page, which the browser gets with a GET.
  static func redirect(to path: String) -> PageReply {
    PageReply(status: 303, headers: [("location", path), ("cache-control", "no-store")], body: "")
  }

  /// Returns a file whose name changes with its text.
  static func asset(_ text: String, type: String) -> PageReply {
    PageReply(
      status: 200, headers: [("content-type", type), ("cache-control", "public, max-age=31536000, immutable")],
      body: text)
  }

  /// Returns the reply with a cookie.
  func setting(_ cookie: String?) -> PageReply {
    guard let cookie else { return self }
    var reply = self
    reply.headers.append(("set-cookie", cookie))
    return reply
  }
}
