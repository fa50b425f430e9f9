import FlowStateTesting
import Testing

@testable import DemoServer

@Suite struct AnswerParserTests {
  private static let limits = AnswerLimits(headBytes: 200, bodyBytes: 20)

  /// Parses bytes after which the server closes the connection.
  private func parse(_ bytes: some Collection<UInt8>) -> AnswerParser.Progress {
    var parser = AnswerParser(limits: Self.limits)
    parser.feed(Array(bytes)[...])
    return parser.end()
  }

  private static let chunked = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n"
  private static let length = "HTTP/1.1 200 OK\r\nContent-Length:"

  static let answers: [(String, HTTPAnswer)] = [
    ("\(length) 2\r\n\r\nhi and more", HTTPAnswer(status: 200, announcedLength: 2, body: Array("hi".utf8))),
    ("\(length)0\r\n\r\n", HTTPAnswer(status: 200, announcedLength: 0)),
    ("\(length) 1\r\ncontent-LENGTH: \t01 \r\n\r\n1", HTTPAnswer(status: 200, announcedLength: 1, body: [0x31])),
    ("HTTP/1.0 404 Not Found\r\n\r\n", HTTPAnswer(status: 404)),
    ("HTTP/1.1 200 OK\r\n\r\nto the\r\n\r\nend", HTTPAnswer(status: 200, body: Array("to the\r\n\r\nend".utf8))),
    ("HTTP/1.1 200\r\nX:\u{E9}\r\n\r\n", HTTPAnswer(status: 200)),
    ("HTTP/1.1 999 \u{E9}\r\n\r\n", HTTPAnswer(status: 999)),
    ("HTTP/1.1 204 No Content\r\nContent-Length: 2\r\n\r\nhi", HTTPAnswer(status: 204, announcedLength: 2)),
    ("HTTP/1.1 304 Not Modified\r\nTransfer-Encoding: chunked\r\n\r\n", HTTPAnswer(status: 304)),
    (
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Hints\r\nLink: x\r\n\r\n\(length) 0\r\n\r\n",
      HTTPAnswer(status: 200, announcedLength: 0)
    ),
    ("\(chunked)0\r\n\r\n", HTTPAnswer(status: 200)),
    (
      "\(chunked)a ; x=\"y\"\r\n0123456789\r\n1\r\n\n\r\n000\r\nX: y\r\n\r\nmore",
      HTTPAnswer(status: 200, body: Array("0123456789\n".utf8))
    ),
    (
      "\(chunked.replacing("chunked", with: "Chunked"))0B;x\r\n0123456789a\r\n0\r\n\r\n",
      HTTPAnswer(status: 200, body: Array("0123456789a".utf8))
    ),
    // Reading ends at the limit of 20 bytes.
    (
      "HTTP/1.1 200 OK\r\n\r\n0123456789012345678901234",
      HTTPAnswer(status: 200, body: Array("01234567890123456789".utf8))
    ),
    (
      "\(chunked)19\r\n0123456789012345678901234\r\n0\r\n\r\n",
      HTTPAnswer(status: 200, body: Array("01234567890123456789".utf8))
    ),
    (
      "\(chunked)ffffffffffffffffffffff\r\n012345678901234567890",
      HTTPAnswer(status: 200, body: Array("01234567890123456789".utf8))
    ),
    ("\(length) 21\r\n\r\n0", HTTPAnswer(status: 200, announcedLength: 21)),
    ("\(length) 99999999999999999999999\r\n\r\n", HTTPAnswer(status: 200, announcedLength: .max)),
  ]

  @Test(arguments: answers)
  func `An answer is read`(text: String, answer: HTTPAnswer) {
    #expect(parse(text.utf8) == .answer(answer))
  }

  static let nonsense = [
    "\r\nHTTP/1.1 200 OK\r\n\r\n", "nonsense", "SSH-2.0-x\r\n", "\u{16}\u{3}\u{1}", "HTTP/2.0 200 OK\r\n\r\n",
    "HTTP/1.2 200 OK\r\n\r\n", "HTTP/1.1  200 OK\r\n\r\n", "HTTP/1.1\r\n\r\n", "HTTP/1.1 20 OK\r\n\r\n",
    "HTTP/1.1 2000 OK\r\n\r\n", "HTTP/1.1 +20 OK\r\n\r\n", "HTTP/1.1 -20 OK\r\n\r\n", "HTTP/1.1 099 OK\r\n\r\n",
    "HTTP/1.1 200 OK\n\n", "HTTP/1.1 200 OK\r\r\n", "HTTP/1.1 200 \u{0}\r\n\r\n", "HTTP/1.1 200 OK\r\nno colon\r\n\r\n",
    "HTTP/1.1 200 OK\r\nX : y\r\n\r\n", "HTTP/1.1 200 OK\r\nX: y\r\n folded\r\n\r\n", "HTTP/1.1 200 OK\r\n: y\r\n\r\n",
    "\(length)\r\n\r\n", "\(length) -1\r\n\r\n", "\(length) +1\r\n\r\n", "\(length) 1, 1\r\n\r\n",
    "\(length) 1x\r\n\r\n",
    "\(length) \u{663}\r\n\r\n", "\(length) 1\r\nContent-Length: 2\r\n\r\n",
    "\(length) 1\r\nTransfer-Encoding: chunked\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n",
    "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n",
    "\(chunked)\r\n", "\(chunked)x\r\n", "\(chunked)-1\r\n", "\(chunked)+1\r\n", "\(chunked)0x1\r\n",
    "\(chunked)1 x\r\n",
    "\(chunked)1\n1\r\n", "\(chunked)1\r\n12\r\n", "\(chunked)1\r\n1\n", "\(chunked)1\r\n1\r\r",
    "\(chunked)0\r\nno colon\r\n\r\n", "\(chunked)0;\(String(repeating: "x", count: 300))\r\n\r\n",
    "\(chunked)0\r\n\(String(repeating: "X: y\r\n", count: 50))\r\n",
    "HTTP/1.1 200 OK\r\nX: \(String(repeating: "x", count: 200))\r\n\r\n",
    String(repeating: "HTTP/1.1 100 Continue\r\n\r\n", count: 20),
  ]

  @Test(arguments: nonsense)
  func `Bytes that are not an answer are refused before the server closes`(text: String) {
    var parser = AnswerParser(limits: Self.limits)
    guard case .failure(.malformed) = parser.feed(Array(text.utf8)[...]) else {
      Issue.record("expected a refusal of \(text.debugDescription), found \(parser.progress)")
      return
    }
  }

  @Test(arguments: answers.map(\.0) + nonsense)
  func `An answer in two pieces or single bytes reads the same`(text: String) {
    let bytes = Array(text.utf8)
    let whole = parse(bytes)
    for split in 0...bytes.count {
      var parser = AnswerParser(limits: Self.limits)
      parser.feed(bytes[..<split])
      parser.feed(bytes[split...])
      #expect(parser.end() == whole, "split at \(split)")
    }
    var parser = AnswerParser(limits: Self.limits)
    for index in bytes.indices { parser.feed(bytes[index...index]) }
    #expect(parser.end() == whole)
  }

  @Test(arguments: [
    "\(length) 5\r\n\r\n01234", "\(chunked)2;x\r\n01\r\n3\r\n234\r\n0\r\nX: y\r\n\r\n",
    "HTTP/1.1 100 Continue\r\n\r\n\(length) 0\r\n\r\n",
  ])
  func `A shorter beginning of an answer never counts as the whole`(text: String) {
    let bytes = Array(text.utf8)
    for count in 0..<bytes.count { #expect(parse(bytes[..<count]) == .failure(.cutOff), "\(count) bytes") }
    guard case .answer = parse(bytes) else {
      Issue.record("expected an answer")
      return
    }
  }

  @Test func `A head of exactly the limit is read, and one byte more is not`() {
    func answer(of count: Int) -> String {
      let start = "HTTP/1.1 200 OK\r\nContent-Length: 0\r\nX: "
      return start + String(repeating: "x", count: count - start.utf8.count - 4) + "\r\n\r\n"
    }
    #expect(parse(answer(of: 200).utf8) == .answer(HTTPAnswer(status: 200, announcedLength: 0)))
    #expect(parse(answer(of: 201).utf8) == .failure(.malformed(.headTooLong(limit: 200))))
  }

  @Test func `Random bytes after a good beginning neither crash nor keep what is over the limit`() {
    var generator = SeededGenerator(seed: 2026)
    for start in ["", Self.chunked, Self.length, "HTTP/1.1 200 OK\r\n\r\n", "HTTP/1.1 "] {
      for _ in 0..<100 {
        let length = Int.random(in: 0...300, using: &generator)
        let bytes = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
        if case .answer(let answer) = parse(Array(start.utf8) + bytes) { #expect(answer.body.count <= 20) }
      }
    }
  }
}
