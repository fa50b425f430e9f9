import FlowPictures
import Testing

struct SmokeTests {
  @Test("A chain is drawn as Mermaid and as SVG")
  func drawn() {
    let chain = PictureNames.chain(["name", "email"])
    #expect(chain.mermaid().contains(#"s1["name"]"#))
    #expect(chain.svg().contains("email"))
  }
}
