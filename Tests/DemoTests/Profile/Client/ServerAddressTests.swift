import FlowCommandLine
import Foundation
import Testing

@testable import Demo

@Suite struct ServerAddressTests {
  @Test(arguments: [
    "http://127.0.0.1:8080", "https://example.org", "HTTP://localhost/base/", "http://[::1]:80",
  ])
  func `An address of http or https is taken as it is`(text: String) throws {
    #expect(try ServerAddress.parse(text).absoluteString == text)
  }

  @Test(arguments: [
    "", "x", "localhost:8080", "127.0.0.1", "ftp://h", "file:///etc/passwd", "http://", "http:///x", "http://:80",
    "http://h:0", "http://h:65536", "http://h:x", "http://h:99999999999999999999", "http://a b", " http://h",
    "http://h\n",
    "http://h/\u{1B}[2J", "http://u:p@h", "http://h?q", "http://h#f", "http://\u{F6}", "http://%41", "http://[::1",
    "//h",
  ])
  func `Any other address is refused with an example`(text: String) {
    let error = #expect(throws: UsageError.self) { try ServerAddress.parse(text) }
    let sentence = error?.description ?? ""
    #expect(sentence.hasPrefix("Invalid value '"))
    #expect(sentence.hasSuffix("' for '--server': expected an address such as 'http://127.0.0.1:8080'."))
  }
}
