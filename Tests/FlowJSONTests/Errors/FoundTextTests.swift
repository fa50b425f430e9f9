import FlowJSON
import Testing

@Suite("Descriptions of found values")
struct FoundTextTests {
  @Test("A string is quoted if it has at most 40 Unicode scalars")
  func strings() {
    let forty = String(repeating: "é", count: 40)
    #expect(JSONValue.string(forty).foundText == "the string \"\(forty)\"")
    #expect(JSONValue.string(forty + "x").foundText == "a long string")
    // All scalars together are a single character.
    #expect(JSONValue.string("a" + String(repeating: "\u{FE0F}", count: 1_000)).foundText == "a long string")
  }
}
