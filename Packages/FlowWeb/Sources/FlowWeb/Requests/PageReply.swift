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

  /// The headers of all replies. Scripts may connect to the server, because a page looks whether work is done.
  static let safety = [
    (
      "content-security-policy",
      "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; form-action 'self'; "
        + "base-uri 'none'; frame-ancestors 'none'"
    ),
    ("x-content-type-options", "nosniff"), ("x-frame-options", "DENY"), ("referrer-policy", "same-origin"),
    ("cross-origin-opener-policy", "same-origin"), ("cross-origin-resource-policy", "same-origin"),
  ]
}
