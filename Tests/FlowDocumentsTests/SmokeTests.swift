import FlowChains
import FlowDocuments
import Testing

struct SmokeTests {
  @Test("A document is read, and becomes a chain for each variant")
  func reads() throws {
    let document = try FlowDocument(parsing: Passport.text, for: Passport.registry())
    #expect(document.identifier == "passport" && document.version == 3)
    #expect(document.variantNames == ["short", "long"])
    #expect(document.chain(of: "short").steps.map(\.identifier) == ["country", "name", "fee", "apology"])
    #expect(document.chain(of: "long").steps.map(\.identifier) == document.steps)
    for name in document.variantNames { #expect(document.chain(of: name).validate().isEmpty) }
  }
}
