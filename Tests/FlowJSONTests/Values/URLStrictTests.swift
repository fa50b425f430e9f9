import FlowJSON
import Foundation
import Testing

@Suite("URL(strict:)")
struct URLStrictTests {
  @Test(
    "A valid URL is accepted unchanged",
    arguments: ["spotify:hub:target", "schema://url", "url1", "5", "https://a.b/c?d=e#f", "a%20b"])
  func taken(text: String) {
    #expect(URL(strict: text)?.absoluteString == text)
  }

  @Test(
    "An invalid URL is refused and not repaired", arguments: ["", "é", "a b", "http://a b", "https://é.example/", "\n"])
  func refused(text: String) {
    #expect(URL(strict: text) == nil)
  }
}
