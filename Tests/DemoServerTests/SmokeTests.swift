import Testing

@testable import DemoServer

struct SmokeTests {
  @Test("A request is read")
  func parsed() {
    var parser = RequestParser(limits: ServerLimits())
    let bytes = Array("GET /profile HTTP/1.1\r\nHost: x\r\n\r\n".utf8)
    #expect(parser.feed(bytes) == .request(HTTPRequest(method: "GET", path: "/profile")))
  }
}
