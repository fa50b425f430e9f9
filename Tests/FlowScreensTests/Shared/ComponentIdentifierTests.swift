import FlowScreens
import Testing

@Suite("Component identifiers")
struct ComponentIdentifierTests {
  @Test("have a namespace and a name")
  func strict() throws {
    let identifier = try #require(ComponentIdentifier("app:button"))
    #expect(identifier.namespace == "app")
    #expect(identifier.name == "button")
    #expect(identifier == ComponentIdentifier(namespace: "app", name: "button"))
    #expect(identifier.description == "app:button")
  }

  @Test("have one colon, and text on both its sides", arguments: ["", "name", "a:b:c", "a:", ":b", ":", "::", "a::b"])
  func refused(text: String) {
    #expect(ComponentIdentifier(text) == nil)
  }
}
