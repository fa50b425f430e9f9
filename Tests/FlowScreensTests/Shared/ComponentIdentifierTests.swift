import FlowScreens
import Testing

@Suite("Component identifiers")
struct ComponentIdentifierTests {
  @Test("A component identifier has a namespace and a name")
  func strict() throws {
    let identifier = try #require(ComponentIdentifier("app:button"))
    #expect(identifier.namespace == "app")
    #expect(identifier.name == "button")
    #expect(identifier == ComponentIdentifier(namespace: "app", name: "button"))
    #expect(identifier.description == "app:button")
  }

  @Test(
    "A text without exactly one colon and text on both sides is refused",
    arguments: ["", "name", "a:b:c", "a:", ":b", ":", "::", "a::b"])
  func refused(text: String) {
    #expect(ComponentIdentifier(text) == nil)
  }

  @Test(
    "Any text is split at its colons as by Swift's split",
    arguments: ["", ":", "a", "a:b", "a:b:c:d", ":a::b:", "é:ü", "a:\u{301}b:c", "a\r\n:b", "日:本:語", "😀:👩‍👩‍👧", "a\0:b"])
  func split(text: String) {
    for limit in [0, 1, 2, 3, .max] {
      #expect(
        text.splitAtColons(maxSplits: limit)
          == text.split(separator: ":", maxSplits: limit, omittingEmptySubsequences: false))
    }
  }
}
