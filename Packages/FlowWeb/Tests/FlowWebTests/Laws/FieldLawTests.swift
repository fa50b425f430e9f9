import FlowDurable
import FlowForms
import FlowState
import FlowWeb
import Foundation
import Testing

@Suite("W8: Fields")
struct FieldTests {
  private struct Gift: Codable, Sendable { var amount: Decimal? }

  @Test("The label of an amount names its currency, also for those who don't see it")
  func currency() async throws {
    let form = FlowForm(Gift(), "Your gift") { $0.money("amount", \.amount, "Amount", currency: "EUR") }
    let flow = try DurableFlow(
      FlowChain("gift") { FlowStepDeclaration.form(form, identifier: "gift") }, Any.self, String.self
    ) { _ in "done" }
    try await Site.run(serving: flow) { site in
      let page = try await site.visitor().start()
      let label = page.between("<label", "</label>")
      #expect(label.contains("Amount") && label.contains("in EUR") && !label.contains("aria-hidden"))
    }
  }
}
