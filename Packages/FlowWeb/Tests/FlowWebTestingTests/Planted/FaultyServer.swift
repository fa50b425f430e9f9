import FlowDurable
import FlowWeb
import Foundation
import Synchronization

/// A server in front of the pages that does what other servers get wrong.
struct FaultyServer: Sendable {
  typealias Request = PagesDoor.Request
  typealias Reply = PagesDoor.Reply

  /// The pages without the fault.
  let pages: @Sendable (Request) async -> Reply
  let door: PagesDoor

  /// Returns pages with a fault.
  static func faulty(
    _ door: PagesDoor, _ fault: @escaping @Sendable (FaultyServer, Request) async -> Reply
  ) -> PagesDoor {
    let server = FaultyServer(pages: door.reply, door: door)
    var faulty = door
    faulty.reply = { await fault(server, $0) }
    return faulty
  }

  /// Returns the page of an address, as the sender of a request would see it.
  func page(_ path: String, like request: Request) async -> Reply {
    var get = request
    (get.method, get.path, get.body) = ("GET", path, "")
    get.headers.removeAll { $0.name.hasPrefix("content") }
    return await pages(get)
  }

  /// The address of the open page of the journey of a request; nil if none is open.
  func openPage(of request: Request) async -> String? {
    let journey = request.path.split(separator: "/").dropFirst().first.map(String.init) ?? ""
    let journeys = (try? await door.journeys()) ?? []
    return journeys.first { $0.run.key == journey }?.open.map { "\(door.base)/\(journey)/\($0.step)" }
  }
}

extension PagesDoor.Request {
  var isAnswer: Bool { method == "POST" && body.contains("flow-visit=") }

  /// Whether the request is an answer with all that its page has, to the address of the page.
  func isWhole(for door: PagesDoor) -> Bool {
    let step = path.split(separator: "/").last.map(String.init) ?? ""
    let isOfStep = fields.contains { $0.name == "flow-visit" && $0.value.contains("%2F\(step)%23") }
    return method == "POST" && isOfStep && ["flow-form", "flow-mode"].allSatisfy(fields.map(\.name).contains)
      && door.form(step, []) != nil
  }

  var cookie: String? { headers.first { $0.name == "cookie" }?.value }

  /// The request with another cookie.
  func with(cookie: String?) -> PagesDoor.Request {
    var request = self
    request.headers.removeAll { $0.name == "cookie" }
    if let cookie { request.headers.append(("cookie", cookie)) }
    return request
  }

  /// The names and encoded texts of a posted form.
  var fields: [(name: String, value: String)] {
    get {
      body.split(separator: "&").map { pair in
        let parts = pair.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
        return (parts[0], parts.count > 1 ? parts[1] : "")
      }
    }
    set {
      body = newValue.map { "\($0.name)=\($0.value)" }.joined(separator: "&")
      headers.removeAll { $0.name == "content-length" }
    }
  }

  /// The request with hidden fields of a page in place of its own.
  func taking(_ names: [String], from page: PagesDoor.Reply) -> PagesDoor.Request {
    var request = self
    for name in names {
      guard let value = page.hidden(name) else { continue }
      request.fields.removeAll { $0.name == name }
      request.fields.append((name, value))
    }
    return request
  }
}

extension PagesDoor.Reply {
  /// The encoded value of a hidden input; nil if there is none.
  func hidden(_ name: String) -> String? {
    guard let start = body.range(of: "name=\"\(name)\" value=\"")?.upperBound,
      let end = body[start...].firstIndex(of: "\"")
    else { return nil }
    return body[start..<end].addingPercentEncoding(withAllowedCharacters: .alphanumerics)
  }

  /// The cookies that the reply sets, as a request sends them.
  var cookies: String? {
    let pairs = headers.filter { $0.name == "set-cookie" }.map { $0.value.prefix { $0 != ";" } }
    return pairs.isEmpty ? nil : pairs.joined(separator: "; ")
  }

  /// The reply with another body.
  func changing(_ change: (String) -> String) -> PagesDoor.Reply {
    PagesDoor.Reply(status: status, headers: headers, body: change(body))
  }
}
