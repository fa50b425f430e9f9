import FlowJSON
import TestSupport
import Testing

@testable import Nimbus

@Suite("The limits of copies", .usesOneThread)
struct CopyLimitTests {
  private func items(_ ids: Range<Int>) -> JSONValue { .array(ids.map { ["id": .integer(Int64($0))] }) }

  @Test("Replaced copies do not count against the limit of nodes")
  func replacedItems() throws {
    let stage = NimbusHarness(states: ["l": items(0..<30_000)])
    let view = try stage.view(node("forEach", #""items": "@{l}", "key": "id""#, children: node("app:text")))
    #expect(view.root?.children.count == 30_000)
    stage.nimbus.setState("l", to: items(30_000..<60_000))
    #expect(view.root?.children.count == 30_000)
    #expect(view.root?.children.last?.id.hasSuffix(":59999") == true)
    #expect(stage.log.entries == [])
  }

  @Test("At the limit of nodes, a new item has no copy, and the other items keep theirs")
  func newItem() throws {
    let stage = NimbusHarness(states: ["l": items(1..<1_100)])
    let texts = Array(repeating: node("app:text"), count: 98).joined(separator: ",")
    let view = try stage.view(
      #"{"_:component": "forEach", "properties": {"items": "@{l}", "key": "id"}, "children": [\#(texts)]}"#)
    let before = try #require(view.root?.children)
    #expect(view.context.limits.nodes == NimbusLimits.nodes)
    stage.nimbus.setState("l", to: items(0..<1_100))
    let after = try #require(view.root?.children)
    #expect(after.count == before.count && zip(after, before).allSatisfy { $0 === $1 })
    #expect(stage.log.errors.map { $0.hasPrefix("The screen has 100000 nodes, which is the limit; ") } == [true])
  }
}
