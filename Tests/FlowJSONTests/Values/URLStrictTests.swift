import FlowJSON
import Foundation
import Testing

@Suite("URLs as they are written")
struct URLStrictTests {
  @Test("are taken", arguments: ["spotify:hub:target", "schema://url", "url1", "5", "https://a.b/c?d=e#f", "a%20b"])
  func taken(text: String) {
    #expect(URL(strict: text)?.absoluteString == text)
  }

  @Test("are not mended", arguments: ["", "é", "a b", "http://a b", "https://é.example/", "\n"])
  func refused(text: String) {
    #expect(URL(strict: text) == nil)
  }
}
