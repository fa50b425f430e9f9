import FlowJSON
import TestSupport
import Testing

@testable import Nimbus

@Suite("The limits of copies", .usesOneThread)
struct CopyLimitTests {
  private func items(_ ids: Range<Int>) -> JSONValue { .array(ids.map { ["id": .integer(Int64($0))] }) }

  @Test("A key is cut to 200 Unicode scalars, even if they are a single character")
  func longKeys() throws {
    let key = JSONValue.string("a" + String(repeating: "\u{FE0F}", count: 1_000))
    let stage = NimbusHarness(states: ["outer": [["id": key]], "inner": [1, 2]])
    let view = try stage.view(
      node(
        "forEach", #""items": "@{outer}", "key": "id""#,
        children: node("forEach", "\"items\": \"@{inner}\"", children: text("@{item}"))))
    let root = try #require(view.root)
    #expect(root.children.count == 2)
    #expect(root.children.allSatisfy { $0.id.utf8.count < 1_500 })
  }

  @Test("A node whose identifier the screen has no room for is not created")
  func longIdentifiers() throws {
    let key = JSONValue.string(String(repeating: "k", count: 200))
    let stage = NimbusHarness(states: ["one": [["id": key]], "many": items(0..<5_000)])
    var document = node("forEach", #""items": "@{many}", "key": "id""#, children: text("x"))
    for _ in 0..<90 { document = node("forEach", #""items": "@{one}", "key": "id""#, children: document) }
    let view = try stage.view(document)
    #expect(view.context.limits.nodes < 1_000)
    #expect(stage.log.errors.map { $0.hasPrefix("The screen holds 10000000 values and bytes, ") } == [true])
  }

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
