import FlowStateTesting
import Testing

@testable import DemoServer

@Suite struct RequestParserTests {
  private static let host = "Host: x\r\n"

  private func parse(_ bytes: some Sequence<UInt8>) -> RequestParser.Progress {
    var parser = RequestParser(limits: ServerLimits())
    return parser.feed(bytes)
  }

  static let requests: [(String, HTTPRequest)] = [
    ("GET /profile HTTP/1.1\r\n\(host)\r\n", HTTPRequest(method: "GET", path: "/profile")),
    ("\r\n\r\nGET /a?b=/c HTTP/1.1\r\n\(host)\r\n", HTTPRequest(method: "GET", path: "/a")),
    ("GET http://h:1/a?b HTTP/1.1\r\n\(host)\r\n", HTTPRequest(method: "GET", path: "/a")),
    ("GET http://h HTTP/1.1\r\n\(host)\r\n", HTTPRequest(method: "GET", path: "/")),
    ("GET / HTTP/1.0\r\n\r\n", HTTPRequest(method: "GET", path: "/")),
    (
      "PUT /p HTTP/1.1\r\nhOST:x\r\ncontent-LENGTH: \t2 \r\n\r\nhi and more",
      HTTPRequest(method: "PUT", path: "/p", body: Array("hi".utf8))
    ),
    (
      "PUT /p HTTP/1.1\r\n\(host)Content-Length: 2\r\nContent-Length: 02\r\n\r\n\r\n",
      HTTPRequest(method: "PUT", path: "/p", body: Array("\r\n".utf8))
    ),
    ("PUT /p HTTP/1.1\r\n\(host)Content-Length: 0\r\n\r\n", HTTPRequest(method: "PUT", path: "/p")),
    ("GET /\u{E9} HTTP/1.1\r\n\(host)X: \u{E9}\r\n\r\n", HTTPRequest(method: "GET", path: "/\u{E9}")),
  ]

  @Test(arguments: requests)
  func `A request is read`(text: String, request: HTTPRequest) {
    #expect(parse(text.utf8) == .request(request))
  }

  static let refusals: [(String, HTTPStatus)] = [
    ("GET /\r\n\r\n", .badRequest),
    ("GET  / HTTP/1.1\r\n\(host)\r\n", .badRequest),
    ("GET / HTTP/1.1 \r\n\(host)\r\n", .badRequest),
    ("G(T / HTTP/1.1\r\n\(host)\r\n", .badRequest),
    (" / HTTP/1.1\r\n\(host)\r\n", .badRequest),
    ("GET / FTP/1.1\r\n\(host)\r\n", .badRequest),
    ("GET / HTTP/2.0\r\n\(host)\r\n", .versionNotSupported),
    ("GET / HTTP/1.1\n\(host)\r\n", .badRequest),
    ("GET / HTTP/1.1\r\r\n", .badRequest),
    ("GET /\u{0} HTTP/1.1\r\n\(host)\r\n", .badRequest),
    ("GET / HTTP/1.1\r\n\r\n", .badRequest),
    ("GET / HTTP/1.1\r\n\(host)\(host)\r\n", .badRequest),
    ("GET / HTTP/1.1\r\nHost : x\r\n\r\n", .badRequest),
    ("GET / HTTP/1.1\r\n: x\r\n\r\n", .badRequest),
    ("GET / HTTP/1.1\r\n\(host)no colon\r\n\r\n", .badRequest),
    ("GET / HTTP/1.1\r\n\(host) folded: x\r\n\r\n", .badRequest),
    ("PUT / HTTP/1.1\r\n\(host)\r\n", .lengthRequired),
    ("PUT / HTTP/1.1\r\n\(host)Content-Length: \r\n\r\n", .badRequest),
    ("PUT / HTTP/1.1\r\n\(host)Content-Length: -1\r\n\r\n", .badRequest),
    ("PUT / HTTP/1.1\r\n\(host)Content-Length: +1\r\n\r\n", .badRequest),
    ("PUT / HTTP/1.1\r\n\(host)Content-Length: 1, 1\r\n\r\n", .badRequest),
    ("PUT / HTTP/1.1\r\n\(host)Content-Length: 1\r\nContent-Length: 2\r\n\r\n", .badRequest),
    ("PUT / HTTP/1.1\r\n\(host)Content-Length: 65537\r\n\r\n", .contentTooLarge),
    ("PUT / HTTP/1.1\r\n\(host)Content-Length: 99999999999999999999999\r\n\r\n", .contentTooLarge),
    ("PUT / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\n\r\n", .notImplemented),
    ("PUT / HTTP/1.1\r\n\(host)Transfer-Encoding: chunked\r\nContent-Length: 1\r\n\r\n", .notImplemented),
    ("\u{16}\u{3}\u{1}\u{2}\u{0}\r\n\r\n", .badRequest),
    (String(repeating: "a", count: 8193), .headerTooLarge),
    (String(repeating: "\r\n", count: 5000), .headerTooLarge),
  ]

  @Test(arguments: refusals)
  func `Bytes that are not a request are refused`(text: String, status: HTTPStatus) {
    guard case .failure(let failure) = parse(text.utf8) else {
      Issue.record("expected a refusal of \(text.debugDescription)")
      return
    }
    #expect(failure.status == status)
    #expect(failure.sentence.hasSuffix("."))
  }

  @Test(arguments: requests.map(\.0) + refusals.map(\.0).filter { $0.utf8.count < 200 })
  func `A request in two pieces or single bytes reads the same`(text: String) {
    let bytes = Array(text.utf8)
    let whole = parse(bytes)
    for split in 0...bytes.count {
      var parser = RequestParser(limits: ServerLimits())
      _ = parser.feed(bytes[..<split])
      #expect(parser.feed(bytes[split...]) == whole, "split at \(split)")
    }
    var parser = RequestParser(limits: ServerLimits())
    for byte in bytes { _ = parser.feed([byte]) }
    #expect(parser.progress == whole)
  }

  @Test(arguments: requests.map(\.0))
  func `A shorter beginning of a request never counts as the whole`(text: String) throws {
    let bytes = Array(text.utf8)
    var parser = RequestParser(limits: ServerLimits())
    let end = try #require(bytes.indices.first { parser.feed([bytes[$0]]) != .needMore })
    #expect(parse(bytes[..<end]) == .needMore)
  }

  @Test func `A head of exactly the limit is read, and one byte more is not`() {
    func request(of count: Int) -> String {
      let start = "GET / HTTP/1.1\r\n\(Self.host)X: "
      return start + String(repeating: "x", count: count - start.utf8.count - 4) + "\r\n\r\n"
    }
    #expect(parse(request(of: 8192).utf8) == .request(HTTPRequest(method: "GET", path: "/")))
    guard case .failure(let failure) = parse(request(of: 8193).utf8) else {
      Issue.record("expected a refusal")
      return
    }
    #expect(failure.status == .headerTooLarge)
  }

  @Test func `Random bytes neither crash nor keep what is over the limit`() {
    var generator = SeededGenerator(seed: 2026)
    for _ in 0..<200 {
      let length = Int.random(in: 0...300, using: &generator)
      let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
      if case .request = parse(bytes) { Issue.record("found a request in \(bytes)") }
    }
  }
}
