import Foundation
import Testing

@testable import DemoServer

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite struct PlainRequestTests {
  private func write(_ address: String, _ change: (inout URLRequest) -> Void = { _ in }) throws -> PlainRequest {
    var request = URLRequest(url: try #require(URL(string: address)))
    change(&request)
    return try #require(PlainRequest(request))
  }

  @Test(arguments: [
    ("http://h", "h", 80, "GET / HTTP/1.1\r\nHost: h\r\n"),
    ("http://h/", "h", 80, "GET / HTTP/1.1\r\nHost: h\r\n"),
    ("http://h:80/a%20b?c=d%3F&e#f", "h", 80, "GET /a%20b?c=d%3F&e HTTP/1.1\r\nHost: h:80\r\n"),
    ("http://h?q", "h", 80, "GET /?q HTTP/1.1\r\nHost: h\r\n"),
    ("http://127.0.0.1:8080/profile", "127.0.0.1", 8080, "GET /profile HTTP/1.1\r\nHost: 127.0.0.1:8080\r\n"),
    ("http://[::1]:8080/profile", "::1", 8080, "GET /profile HTTP/1.1\r\nHost: [::1]:8080\r\n"),
    ("http://[::1]/", "::1", 80, "GET / HTTP/1.1\r\nHost: [::1]\r\n"),
  ])
  func `An address becomes a host, a port and a head`(address: String, host: String, port: Int, head: String) throws {
    let request = try write(address)
    #expect(request.host == host)
    #expect(request.port == port)
    #expect(String(decoding: request.bytes, as: UTF8.self) == head + "Connection: close\r\n\r\n")
  }

  @Test func `A body comes with its length and fields, and the client sets the connection fields`() throws {
    let request = try write("http://h/n") {
      $0.httpMethod = "PUT"
      $0.httpBody = Data("{\"é\"}".utf8)
      $0.setValue("text/plain", forHTTPHeaderField: "Content-Type")
      $0.setValue("7", forHTTPHeaderField: "Content-Length")
      $0.setValue("keep-alive", forHTTPHeaderField: "Connection")
    }
    #expect(
      String(decoding: request.bytes, as: UTF8.self)
        == "PUT /n HTTP/1.1\r\nHost: h\r\nConnection: close\r\nContent-Length: 6\r\nContent-Type: text/plain\r\n\r\n{\"é\"}"
    )
  }

  @Test func `The server's own parser reads the request`() throws {
    let request = try write("http://[::1]/n") {
      $0.httpMethod = "PUT"
      $0.httpBody = Data()
    }
    var parser = RequestParser(limits: ServerLimits())
    #expect(parser.feed(request.bytes) == .request(HTTPRequest(method: "PUT", path: "/n")))
  }
}
