import FlowChains
import FlowDurable
import FlowForms
import FlowJSON
import FlowState
import FlowWeb
import Foundation
import Testing

@Suite("W8: Fields")
struct FieldTests {
  private struct Visit: Codable, Sendable { var visit = "", mode = "" }

  @Test("A field can have the name of a hidden input, which then has its own text")
  func sameNames() async throws {
    let form = FlowForm(Visit(), "Your visit") { field in
      field.text("flow-visit", \.visit, "Visit")
      field.text("flow-mode", \.mode, "Mode")
    }
    let flow = try DurableFlow(
      FlowChain("visit") {
        FlowStepDeclaration.form(form, identifier: "visit")
        FlowStepDeclaration.form(FlowForm(Nothing(), "Check") { _ in }, identifier: "check").alwaysAsking()
      }, Any.self, String.self
    ) { _ in "done" }
    try await Site.run(serving: flow) { site in
      let visitor = site.visitor()
      let page = try await visitor.fill(try await visitor.start(), [("flow-visit", "Monday"), ("flow-mode", "slow")])
      #expect(page.title == "Check" && page.body.contains("Monday") && page.body.contains("slow"))
      #expect(!page.body.contains("/visit#1"))
    }
  }

  @Test("An optional choice with radio buttons can be unchosen, and one that is required can't")
  func unchosen() async throws {
    let none = "name=\"kind\" value=\"\""
    for isRequired in [false, true] {
      let form = FlowForm(Plan(), "Which plan?") { $0.choice("kind", \.kind, "Plan", isRequired: isRequired) }
      let flow = try DurableFlow(
        FlowChain("plan") {
          FlowStepDeclaration.form(form, identifier: "plan")
          FlowStepDeclaration.form(FlowForm(Nothing(), "Check") { _ in }, identifier: "check").alwaysAsking()
        }, Any.self, String.self
      ) { _ in "done" }
      try await Site.run(serving: flow) { site in
        let visitor = site.visitor()
        let first = try await visitor.start()
        #expect(first.body.contains(none + " checked") == !isRequired)
        #expect(try await visitor.fill(first, [("kind", "paid")]).title == "Check")
        let page = try await visitor.get(visitor.path("plan"))
        #expect(page.body.contains(none) == !isRequired && !page.body.contains(none + " checked"))
        let sent = try await visitor.answer(page, [("kind", "")])
        #expect(sent.status == (isRequired ? 422 : 303))
        #expect(try await site.run(of: visitor).answers().first?.value["value"]?["kind"] == (isRequired ? "paid" : nil))
      }
    }
  }

  @Test(
    "The largest answer that a form takes isn't too large for its page",
    arguments: [("\u{6F22}", 120_000), ("\u{1F44D}\u{1F3FD}", 50_000)])
  func largest(character: String, limit: Int) async throws {
    let options = (0..<1_000).map { FormOutline.Option("\($0)") }
    let form = FlowForm(Note(), "A note") { field in
      field.text("text", \.text, "Text", lines: 3).limit(limit)
      field.choices("days", \.days, "Days", options: options)
    }
    let flow = try DurableFlow(
      FlowChain("note") { FlowStepDeclaration.form(form, identifier: "note") }, Any.self, String.self
    ) { _ in "done" }
    try await Site.run(serving: flow) { site in
      let visitor = site.visitor()
      let page = try await visitor.start()
      let text = String(repeating: character, count: limit)
      let reply = try await visitor.answer(page, [("text", text)] + options.map { ("days", $0.value) })
      #expect(reply.status == 303)
    }
  }

  private struct Nothing: Codable, Sendable {}
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
