import FlowDurableTesting
import Testing

/// The article on writing a store.
struct StoreArticleTests {
  @Test("The article on stores names every law")
  func laws() throws {
    let text = try Documentation.text("Sources/FlowDurableTesting/FlowDurableTesting.docc/WritingAStore.md")
    let named = text.matches(of: /\*([A-Z0-9][^*|]+)\*/).map { String($0.1) }
    #expect(Set(named) == Set(FlowStoreLaws.all.map(\.name)))
    #expect(named.count == FlowStoreLaws.all.count)
  }
}
