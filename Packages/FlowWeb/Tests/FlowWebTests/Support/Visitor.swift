import Foundation
import Synchronization
import Testing
import WebTestSupport

@testable import FlowWebTesting

/// A browser without scripts: it keeps cookies, reads forms, and follows a redirection when the test says so.
final class Visitor: Sendable {
  /// A reply of the server.
  struct Reply: Sendable {
    let status: Int
    let headers: [(name: String, value: String)]
    let body: String

    func header(_ name: String) -> String? { headers.first { $0.name == name }?.value }
    var location: String { header("location") ?? "" }
    var title: String { PageReader(body).title }
    var kind: String { between("data-kind=\"", "\"") }

    /// Returns the value of a hidden input.
    func hidden(_ name: String) -> String { allHidden.first { $0.0 == name }?.1 ?? "" }

    /// All hidden inputs.
    var allHidden: [(String, String)] {
      PageReader(body).forms.flatMap(\.fields).filter(\.isHidden).map { ($0.name, $0.value) }
    }

    /// The address to which the first form of the page is sent.
    var action: String { PageReader(body).forms.first?.action ?? "" }

    func between(_ start: String, _ end: String) -> String {
      guard let from = body.range(of: start)?.upperBound, let to = body[from...].range(of: end)?.lowerBound else {
        return ""
      }
      return String(body[from..<to])
    }
  }

  private let port: UInt16
  /// The cookies by their names and paths.
  private let jar = Mutex<[String: String]>([:])

  init(port: UInt16) { self.port = port }

  /// A browser with the same cookies, such as another process of the server sees it.
  func moved(to port: Int) -> Visitor {
    let other = Visitor(port: UInt16(port))
    let cookies = jar.withLock { $0 }
    other.jar.withLock { $0 = cookies }
    return other
  }

  var cookies: [String: String] {
    get { jar.withLock { $0 } }
    set { jar.withLock { $0 = newValue } }
  }

  /// The name of the journey.
  var journey: String? {
    jar.withLock { jar in
      jar.first { $0.key.contains("journey-") }?.value.split(separator: ".").first.map(String.init)
    }
  }

  func get(_ path: String) async throws -> Reply { try await send("GET", path) }

  func post(
    _ path: String, _ fields: [(String, String)], headers: [String: String] = [:]
  ) async throws -> Reply {
    let body = fields.map { "\(Self.encoded($0.0))=\(Self.encoded($0.1))" }.joined(separator: "&")
    return try await send("POST", path, headers, body)
  }

  /// Sends a request. By default, a form has the headers that a browser sends with it.
  func send(
    _ method: String, _ path: String, _ headers: [String: String] = [:], _ body: String = "", keepsCookies: Bool = true
  ) async throws -> Reply {
    var all = ["Host": "127.0.0.1:\(port)", "Connection": "close"]
    if method == "POST" {
      all["Content-Type"] = "application/x-www-form-urlencoded"
      all["Sec-Fetch-Site"] = "same-origin"
      all["Content-Length"] = String(body.utf8.count)
    }
    let cookies = jar.withLock { jar in
      jar.filter { path.hasPrefix($0.key.split(separator: " ").last.map(String.init) ?? "/") }
        .map { "\($0.key.split(separator: " ")[0])=\($0.value)" }
    }
    if !cookies.isEmpty { all["Cookie"] = cookies.joined(separator: "; ") }
    all.merge(headers) { _, new in new }
    let head = all.filter { !$0.value.isEmpty }.map { "\($0.key): \($0.value)\r\n" }.joined()
    let request = "\(method) \(path) HTTP/1.1\r\n\(head)\r\n\(body)"
    let text = Mutex("")
    try await onThread { [port] in
      let client = try Client(port: port)
      try client.send(request)
      let all = try client.receiveAll()
      text.withLock { $0 = all }
    }
    let reply = Self.reply(text.withLock { $0 })
    if keepsCookies { keep(reply) }
    return reply
  }

  /// Follows redirections.
  func follow(_ reply: Reply) async throws -> Reply {
    var reply = reply
    for _ in 0..<5 where reply.status == 303 { reply = try await get(reply.location) }
    return reply
  }

  private func keep(_ reply: Reply) {
    for header in reply.headers where header.name == "set-cookie" {
      let parts = header.value.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
      let pair = parts[0].split(separator: "=", maxSplits: 1).map(String.init)
      let path = parts.first { $0.hasPrefix("Path=") }?.dropFirst(5) ?? "/"
      let isRemoved = parts.contains("Max-Age=0")
      jar.withLock { $0["\(pair[0]) \(path)"] = isRemoved ? nil : pair.count > 1 ? pair[1] : "" }
    }
  }

  private static func reply(_ text: String) -> Reply {
    let parts = text.components(separatedBy: "\r\n\r\n")
    let lines = parts[0].components(separatedBy: "\r\n")
    let status = Int(lines[0].split(separator: " ").dropFirst().first ?? "") ?? 0
    let headers = lines.dropFirst().map { line in
      let pair = line.split(separator: ":", maxSplits: 1)
      return (name: pair[0].lowercased(), value: pair.count > 1 ? pair[1].trimmingCharacters(in: .whitespaces) : "")
    }
    return Reply(status: status, headers: headers, body: parts.dropFirst().joined(separator: "\r\n\r\n"))
  }

  static func encoded(_ text: String) -> String {
    text.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
  }
}

extension Visitor {
  /// Starts a journey, and returns the first page.
  @discardableResult
  func start(at path: String = "/sign-up") async throws -> Reply {
    let page = try await get(path)
    return try await follow(try await post(path, page.allHidden))
  }

  /// Sends the form of a page with answers, and returns the reply itself.
  func answer(_ page: Reply, _ fields: [(String, String)]) async throws -> Reply {
    try await post(page.action, page.allHidden + fields)
  }

  /// Sends the form of a page with answers, and returns the page to which it leads.
  @discardableResult
  func fill(_ page: Reply, _ fields: [(String, String)]) async throws -> Reply {
    try await follow(try await answer(page, fields))
  }

  /// Starts a journey, and answers its pages up to one.
  @discardableResult
  func walk(to step: String, name: String = "Ada") async throws -> Reply {
    var page = try await resting(try await start())
    let answers: [(String, [(String, String)])] = [
      ("person", [("name", name), ("email", "ada@example.org")]), ("plan", [("kind", "paid")]),
      ("note", [("text", "By noon"), ("days", "mon"), ("days", "fri")]), ("check", []),
    ]
    for (own, fields) in answers {
      if own == step { break }
      page = try await resting(try await fill(page, fields))
    }
    return page
  }

  /// Returns a page, or the one that follows it if it shows that work is done, as it can on a busy machine.
  private func resting(_ page: Reply) async throws -> Reply {
    var page = page
    guard page.kind == "working" else { return page }
    try await patiently("The page of work was not left") {
      page = try await follow(try await get(path()))
      return page.kind != "working"
    }
    return page
  }

  /// The path of a step's page.
  func path(_ step: String = "") -> String { "/sign-up/\(journey ?? "")" + (step.isEmpty ? "" : "/\(step)") }
}
