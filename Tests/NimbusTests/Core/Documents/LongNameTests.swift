import FlowJSON
import TestSupport
import Testing

@testable import Nimbus

@Suite("Long names in errors")
struct LongNameTests {
  private static let long = String(repeating: "n", count: 500_000)

  @Test("A document with an identifier that is too long is refused with a short message")
  func identifiers() {
    let error = #expect(throws: ServerDrivenDocumentError.self) {
      try NimbusHarness().nimbus.makeView().load(node("app:text", id: Self.long))
    }
    #expect(
      error?.description
        == "The component \"\(String(repeating: "n", count: 100))…\" at $ is malformed: "
        + "the identifier or the component's name is longer than 1000 bytes.")
  }

  @Test("The log shortens the names of states, operations and actions", .usesOneThread)
  func log() throws {
    let stage = NimbusHarness()
    let view = try stage.view(
      node(
        "app:column", state: "\"\(Self.long)-\": 1",
        children: text("@{\(Self.long)}"), text("@{\(Self.long)(1)}"), text("@{\(Self.long)-}"),
        text("@{\(Self.long)-(1)}"), button("go", action(Self.long), setState("x\(Self.long)", "1")),
        button("stop", setState("\(Self.long).a", "1"))))
    view.layout.press("go")
    view.layout.press("stop")
    #expect(stage.log.entries.count >= 7)
    #expect(stage.log.entries.allSatisfy { $0.utf8.count < 1000 }, "\(stage.log.entries.map(\.utf8.count))")
  }

  @Test("The log shortens a text of one character with many Unicode scalars")
  func scalars() throws {
    let long = "x" + String(repeating: "\u{FE0F}", count: 1_000)
    let stage = NimbusHarness()
    _ = try stage.view(node("app:column", children: text("@{'\(long)' b}"), text("@{match('a', '(\(long)')}")))
    stage.nimbus.setState(long, to: 1)
    #expect(stage.log.entries.count == 3)
    #expect(stage.log.entries.allSatisfy { $0.utf8.count < 1_000 }, "\(stage.log.entries.map(\.utf8.count))")
  }
}
