import FlowMarkup

/// A reply to a request for a page, without the server that sends it.
struct PageReply: Sendable {
  var status: Int
  var headers: [(name: String, value: String)]
  var body: String
  /// The numbers of changes, as server-sent events, instead of a body; nil for a page.
  var changes: AsyncStream<Int>?
  /// The failure, for a log.
  var failure: PageFailure?

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

/// A failure of the program or the store, for a log. It has no value of a run, and no text of a client.
struct PageFailure: Sendable, Equatable {
  /// The method and the route.
  let route: String
  /// The type of the error, and its case.
  let error: String

  init(_ error: any Error, at route: String) {
    self.route = route
    let type = String(reflecting: Swift.type(of: error))
    // The label of a case with values is its name. A class or a structure has members, which aren't the reason.
    let mirror = Mirror(reflecting: error)
    let label = mirror.displayStyle == .enum ? mirror.children.first?.label : nil
    self.error = label.map { "\(type).\($0)" } ?? type
  }
}
