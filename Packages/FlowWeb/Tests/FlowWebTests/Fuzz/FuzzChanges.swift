import FlowForms
import FlowStateTesting
import Foundation

/// Changes of requests that a client with bad intentions, or a bad client, makes.
struct FuzzChanges {
  /// The requests of people, from which tokens, cookies, and bodies are taken.
  private(set) var seen: [FuzzRequest] = []

  mutating func add(_ request: FuzzRequest) {
    seen.append(request)
    if seen.count > 200 { seen.removeFirst(50) }
  }

  private static let texts = [
    "", "0", "-1", "Ada", "%", "%00", "%FF", "%2e%2e", "..", ".", "-", "--", "/", "//", "\\", "\"", "'", "<b>", "&",
    ";",
    "=", "\u{0}", "\r\n", "é", "\u{301}\u{301}", "\u{1F469}\u{200D}\u{1F680}", "\u{FEFF}", "null", "true", "1e999",
    "999999999999999999999", "1/person#1", "1/person#99999999999999999999", "0/person#0", "2/plan#1", "#", "answer",
    "change",
    "00000000000000000000000000000000", "ffffffffffffffffffffffffffffffff", "leave", "resume", "assets", "person",
    "plan",
    "note", "check", "kinds", "sign-up", String(repeating: "a", count: 300), String(repeating: "9", count: 5_000),
    String(repeating: "\u{301}", count: 1_500), String(repeating: "/a", count: 200), "7fffffffffffffff-0-0",
  ]
  private static let names = [
    "flow-visit", "flow-form", "flow-mode", "flow-start", "flow-page", "name", "email", "kind", "text", "days", "count",
    "day-day", "day-month", "day-year", "amount", "isOn", "phone", "photo", "", "x",
  ]
  private static let headers: [(String, [String])] = [
    ("host", ["localhost", "evil.example", "localhost:99999", "", "[::1]:1", "localhost@evil.example"]),
    (
      "content-type",
      [
        "text/plain", "application/x-www-form-urlencoded; charset=utf-16", "multipart/form-data",
        "multipart/form-data; boundary=b",
        "multipart/form-data; boundary=\"", "multipart/form-data; boundary=\"\"; boundary=b",
        "MULTIPART/FORM-DATA;BOUNDARY=b", "",
        "application/json",
      ]
    ),
    ("content-length", ["-1", "abc", "99999999999999999999", "0", "1"]),
    ("content-encoding", ["gzip", "identity", "br"]), ("sec-fetch-site", ["cross-site", "same-site", "none", "x", ""]),
    ("origin", ["null", "http://localhost", "https://evil.example", "http://", "x"]),
    ("x-forwarded-host", ["evil.example", ",", "a, b", ""]), ("x-forwarded-proto", ["https", "http", ",", "x"]),
    ("transfer-encoding", ["chunked"]), ("expect", ["100-continue"]),
  ]

  /// Returns a request of somebody with some changes.
  func request(_ random: inout SeededGenerator) -> FuzzRequest {
    var request = random.pick(seen)
    for _ in 0..<Int.random(in: 1...4, using: &random) { change(&request, &random) }
    return request
  }

  private func change(_ request: inout FuzzRequest, _ random: inout SeededGenerator) {
    switch Int.random(in: 0..<16, using: &random) {
    case 0: request["cookie"] = nil
    case 1: request["cookie"] = random.pick(seen)["cookie"]
    case 2: request["cookie"] = request["cookie"].map { changed($0, &random) }
    case 3:
      let some = (0..<Int.random(in: 1...20, using: &random)).map { _ in
        changed(random.pick(seen)["cookie"] ?? "journey-sign-up=", &random)
      }
      request["cookie"] = some.joined(separator: "; ")
    case 4: request.path = random.pick(seen).path
    case 5: request.path = changed(request.path, &random, by: "/")
    case 6: request.path += "?" + random.pick(Self.texts)
    case 7:
      request.method = random.pick(["GET", "POST", "HEAD", "PUT", "DELETE", "OPTIONS", "PATCH"])
    case 8:
      let (name, values) = random.pick(Self.headers)
      request[name] = Int.random(in: 0..<5, using: &random) == 0 ? nil : random.pick(values)
    case 9: request.body = random.pick(seen).body
    case 10, 11: changeFields(&request, &random)
    case 12: changeBytes(&request, &random)
    case 13, 14: forge(&request, &random)
    default:
      request.method = "POST"
      request["content-type"] = request["content-type"] ?? "application/x-www-form-urlencoded"
    }
  }

  /// Makes up a cookie of a journey whose address is known, and the token that forms with this cookie have.
  private func forge(_ request: inout FuzzRequest, _ random: inout SeededGenerator) {
    let journeys = seen.flatMap { $0.path.split(separator: "/") }.filter { $0.utf8.count == 32 }
    guard !journeys.isEmpty else { return }
    let secret = (0..<32).map { _ in String(random.pick(Array("0123456789abcdef"))) }.joined()
    let base = FuzzSite.bases.first { request.path.hasPrefix($0) } ?? "/sign-up"
    let own = request.path.split(separator: "/").map { String($0) }.first { $0.utf8.count == 32 }
    let journey = own ?? String(random.pick(journeys))
    request["cookie"] = "journey\(base.replacing("/", with: "-"))=\(journey).\(secret)"
    let token = FormFile.digest(of: Data("form:\(secret)".utf8)).prefix(32)
    var fields = String(decoding: request.body, as: UTF8.self).split(separator: "&").map(String.init)
    fields.removeAll { $0.hasPrefix("flow-form=") }
    request.body = Array((fields + ["flow-form=\(token)"]).joined(separator: "&").utf8)
  }

  /// Changes one part of a text.
  private func changed(_ text: String, _ random: inout SeededGenerator, by separator: Character = ";") -> String {
    var parts = text.split(separator: separator, omittingEmptySubsequences: false).map(String.init)
    let place = Int.random(in: 0..<parts.count, using: &random)
    switch Int.random(in: 0..<5, using: &random) {
    case 0: parts.remove(at: place)
    case 1: parts.insert(random.pick(Self.texts), at: place)
    case 2: parts[place] = random.pick(Self.texts)
    case 3: parts[place] += random.pick(Self.texts)
    default:
      var letters = Array(parts[place])
      if !letters.isEmpty {
        letters[Int.random(in: 0..<letters.count, using: &random)] = random.pick(Array("0123456789abcdef./="))
      }
      parts[place] = String(letters)
    }
    let joined = parts.joined(separator: String(separator))
    return separator == "/" && !joined.hasPrefix("/") ? "/" + joined : joined
  }

  private func changeFields(_ request: inout FuzzRequest, _ random: inout SeededGenerator) {
    var fields = String(decoding: request.body, as: UTF8.self).split(separator: "&").map(String.init)
    let others = String(decoding: random.pick(seen).body, as: UTF8.self).split(separator: "&")
    let name = random.pick(Self.names)
    let field = "\(name)=\(Visitor.encoded(random.pick(Self.texts)))"
    switch Int.random(in: 0..<6, using: &random) {
    case 0: if !fields.isEmpty { fields.remove(at: Int.random(in: 0..<fields.count, using: &random)) }
    case 1: fields.insert(field, at: Int.random(in: 0...fields.count, using: &random))
    case 2:
      fields.removeAll { $0.hasPrefix("\(name)=") }
      fields.append(field)
    case 3: if let other = others.randomElement(using: &random) { fields.insert(String(other), at: 0) }
    case 4: fields += fields
    default: fields.shuffle(using: &random)
    }
    request.body = Array(fields.joined(separator: "&").utf8)
  }

  private func changeBytes(_ request: inout FuzzRequest, _ random: inout SeededGenerator) {
    guard !request.body.isEmpty else { return }
    let place = Int.random(in: 0..<request.body.count, using: &random)
    switch Int.random(in: 0..<4, using: &random) {
    case 0: request.body[place] = UInt8.random(in: 0...255, using: &random)
    case 1: request.body.removeSubrange(place...)
    case 2: request.body.insert(contentsOf: (0..<20).map { _ in UInt8.random(in: 0...255, using: &random) }, at: place)
    default: request.body.replaceSubrange(place..., with: request.body[..<place])
    }
  }
}

extension SeededGenerator {
  /// Returns one of some items.
  mutating func pick<Item>(_ items: [Item]) -> Item { items[Int.random(in: 0..<items.count, using: &self)] }
}
