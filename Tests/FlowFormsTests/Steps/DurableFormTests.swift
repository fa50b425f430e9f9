import DurableTestSupport
import FlowDurable
import FlowForms
import FlowJSON
import FlowState
import Testing

/// Forms of runs that survive their process.
struct DurableFormTests {
  private let store = MemoryStore()

  private func flow() throws -> DurableFlow<Any, String> {
    try DurableFlow(Pages.chain(), keeping: Pages.ThePerson.self, Pages.TheWish.self) { Pages.summary($0) }
  }

  @Test("A run waits for the answer to each form, without a presenter, and keeps the values")
  func answering() async throws {
    let flow = try flow()
    let run = try await FlowWorker(store, running: [flow]).start(flow, nil)
    try await FlowWorker(store, running: [flow]).runUntilIdle()
    #expect(try await run.summary().position == "person")
    try await run.send(try Pages.person.answer(["name": "Ada", "email": "ada@example.org"]), to: "person")
    try await FlowWorker(store, running: [flow]).runUntilIdle()
    #expect(try await run.summary().position == "wish")
    try await run.send(Pages.wish.answer(of: Pages.Wish(count: 2, days: [.fri])), to: "wish")
    try await FlowWorker(store, running: [flow]).runUntilIdle()
    guard case .completed(let result) = try await run.outcome() else { return #expect(Bool(false)) }
    #expect(result == "Ada ada@example.org 2 fri false")
  }

  @Test("The form of the step at which a run waits reads an entry as the message, and an earlier result as an entry")
  func pages() async throws {
    let form = try #require(try flow().definition.form(at: "person"))
    #expect(form.outline == Pages.person.outline)
    #expect(try flow().definition.form(at: "nowhere") == nil)
    let typed: FormEntry = ["name": " Ada ", "email": "ada@example.org", "csrf": "x"]
    let message = try form.answer(typed)
    #expect(
      message == [
        "value": ["name": "Ada", "email": "ada@example.org"], "entry": ["name": " Ada ", "email": "ada@example.org"],
      ])
    #expect(form.entry(of: message) == ["name": " Ada ", "email": "ada@example.org"])
    #expect(form.entry(of: nil) == form.entry)
    #expect(form.entry(of: ["entry": 7]) == form.entry)
    #expect(throws: FormProblems.self) { try form.answer([:]) }
  }

  @Test("A run refuses an answer to a step without a form, and one to another form")
  func wrongStep() async throws {
    let flow = try flow()
    let run = try await FlowWorker(store, running: [flow]).start(flow, nil)
    let answer = try Pages.person.answer(["name": "Ada", "email": "ada@example.org"])
    await #expect(throws: DurableRunError.self) { try await run.send(answer, to: "nowhere") }
    await #expect(throws: DurableRunError.self) { try await run.send(answer, to: "wish") }
  }

  @Test("A durable flow with a password needs a codec that seals it")
  func unsealed() throws {
    struct Account: Codable, Sendable { var password = "" }
    let form = FlowForm(Account()) { field in field.password("password", \.password, "Password") }
    let chain = FlowChain("account") { FlowStepDeclaration.form(form, identifier: "account").step }
    let error = #expect(throws: FlowChainError.self) { try DurableFlow(chain, Any.self, Void.self) { _ in nil } }
    #expect("\(error.map { "\($0)" } ?? "")".contains("The value of 'account' is private"))
  }
}
