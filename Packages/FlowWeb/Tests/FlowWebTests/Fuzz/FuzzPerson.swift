import FlowStateTesting
import Foundation

/// A browser that a fuzzer plays: it keeps cookies and the last pages, follows links, and sends forms.
struct FuzzPerson {
  /// The text that only this person enters.
  let mark: String
  let base: String
  private(set) var cookies: [String: (value: String, path: String)] = [:]
  private var pages: [Page] = []
  private var links: [String] = []

  private struct Page {
    var action: String
    var hidden: [(String, String)]
    var inputs: Set<String>
    var hasFiles: Bool
  }

  init(_ number: Int, base: String) {
    mark = "Zq\(number)x"
    self.base = base
    links = [base]
  }

  /// Returns what the person does next.
  func request(_ random: inout SeededGenerator) -> FuzzRequest {
    var request = FuzzRequest()
    if !pages.isEmpty, Int.random(in: 0..<3, using: &random) > 0 {
      // Mostly the newest page, sometimes one that was left open.
      let page = Bool.random(using: &random) ? pages[pages.count - 1] : random.pick(pages)
      request.method = "POST"
      request.path = page.action
      let fields = page.hidden + values(page.inputs, &random)
      if page.hasFiles {
        request["content-type"] = "multipart/form-data; boundary=b"
        request.body = Array(Self.multipart(fields, &random).utf8)
      } else {
        request["content-type"] = "application/x-www-form-urlencoded"
        request.body = Array(
          fields.map { "\(Visitor.encoded($0.0))=\(Visitor.encoded($0.1))" }.joined(separator: "&").utf8)
      }
      request["sec-fetch-site"] = "same-origin"
    } else {
      request.path = Int.random(in: 0..<4, using: &random) == 0 ? base : random.pick(links)
    }
    request["host"] = "localhost"
    let sent = cookies.filter { request.path.hasPrefix($0.value.path) }.map { "\($0.key)=\($0.value.value)" }
    if !sent.isEmpty { request["cookie"] = sent.sorted().joined(separator: "; ") }
    return request
  }

  /// Reads a reply as a browser does.
  mutating func receive(_ reply: FuzzReply) {
    for header in reply.all("set-cookie") {
      let parts = header.split(separator: ";").map { $0.trimmingCharacters(in: .whitespaces) }
      let pair = parts[0].split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let path = parts.first { $0.hasPrefix("Path=") }.map { String($0.dropFirst(5)) } ?? "/"
      cookies[pair[0]] = parts.contains("Max-Age=0") ? nil : (pair[1], path)
    }
    links.append(contentsOf: reply.all("location"))
    links.append(
      contentsOf: reply.body.matches(of: #/(?:href="|<bdi>http://localhost)(\/[^"<]*)/#).map { String($0.1) })
    links = links.filter { $0.hasPrefix(base) }.suffix(12)
    if links.isEmpty { links = [base] }
    guard let action = reply.body.firstMatch(of: #/<form[^>]* action="([^"]*)"/#)?.1 else { return }
    let hidden = reply.body.matches(of: #/<input type="hidden" name="([^"]*)" value="([^"]*)">/#)
      .map { (String($0.1), String($0.2)) }
    let inputs = Set(reply.body.matches(of: #/ name="([^"]*)"/#).map { String($0.1) }).subtracting(hidden.map(\.0))
    pages.append(
      Page(action: String(action), hidden: hidden, inputs: inputs, hasFiles: reply.body.contains("multipart/form-data"))
    )
    pages = pages.suffix(8)
  }

  /// The texts that the person enters: mostly those that a page takes.
  private func values(_ inputs: Set<String>, _ random: inout SeededGenerator) -> [(String, String)] {
    inputs.sorted().compactMap { name in
      guard Int.random(in: 0..<12, using: &random) > 0 else { return nil }
      let value: String? =
        switch name {
        case "name": mark
        case "email": Int.random(in: 0..<8, using: &random) == 0 ? "taken@example.org" : "\(mark)@example.org"
        case "kind": ["free", "paid"].randomElement(using: &random)
        case "days": ["mon", "fri"].randomElement(using: &random)
        case "text": mark
        case "count", "day-day", "day-month": String(Int.random(in: 1...12, using: &random))
        case "day-year": "1990"
        case "amount": "12.50"
        case "phone": "+49 30 123456"
        case "isOn": "yes"
        case "photo": nil
        default: mark
        }
      return value.map { (name, $0) }
    }
  }

  private static func multipart(_ fields: [(String, String)], _ random: inout SeededGenerator) -> String {
    let parts = fields.map { "--b\r\nContent-Disposition: form-data; name=\"\($0.0)\"\r\n\r\n\($0.1)\r\n" }.joined()
    let bytes = String(repeating: "p", count: random.pick([0, 5, 999, 1_001]))
    let name = bytes.isEmpty ? "" : "me.png"
    return parts
      + "--b\r\nContent-Disposition: form-data; name=\"photo\"; filename=\"\(name)\"\r\nContent-Type: image/png\r\n\r\n"
      + "\(bytes)\r\n--b--\r\n"
  }
}
