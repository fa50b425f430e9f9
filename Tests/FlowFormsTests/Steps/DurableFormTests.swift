import DurableTestSupport
import FlowChains
import FlowDurable
import FlowForms
import FlowJSON
import FlowState
import Foundation
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

  @Test("An answer whose entry has the texts of its value is stored once, and reads as it was")
  func storedOnce() throws {
    let form = AnyForm(Pages.person)
    let typed: FormEntry = ["name": "Ada", "email": "ada@example.org"]
    let stored = try form.answer(typed)
    #expect(stored == ["value": ["name": "Ada", "email": "ada@example.org"]])
    #expect(form.entry(of: stored) == typed)
    let answer = try JSONDecoder().decode(FormAnswer<Pages.Person>.self, from: Data(stored.jsonText.utf8))
    #expect(answer.entry == typed && answer.value.name == "Ada")
    // The program's own encoders write both, and so did earlier journals.
    let both = try JSONValue(parsing: JSONEncoder().encode(answer))
    let texts: JSONValue = ["name": "Ada", "email": "ada@example.org"]
    #expect(both == ["value": texts, "entry": texts])
    #expect(form.entry(of: both) == typed)
    let days = try AnyForm(Pages.wish).answer(["count": "2", "days": .texts(["fri"])])
    #expect(days["entry"] != nil)
    // A value that isn't made of texts is no entry.
    let json = Data(#"{"value": {"count": 2, "days": ["fri"], "gift": false}}"#.utf8)
    #expect(throws: DecodingError.self) { try JSONDecoder().decode(FormAnswer<Pages.Wish>.self, from: json) }
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

  /// Turns bytes around, which is enough to see whether values are sealed.
  private struct Reversing: PayloadCodec {
    func seal(_ bytes: Data, at position: PayloadPosition) -> Data { Data(bytes.reversed()) }
    func open(_ bytes: Data, at position: PayloadPosition) -> Data { Data(bytes.reversed()) }
  }

  @Test("A sealed run takes an answer with a password, which no record has readably")
  func sealed() async throws {
    struct Account: Codable, Sendable { var password = "" }
    let form = FlowForm(Account()) { field in field.password("password", \.password, "Password") }
    let chain = FlowChain("account") { FlowStepDeclaration.form(form, identifier: "account").step }
    let flow = try DurableFlow(chain, Any.self, Void.self, sealedBy: Reversing()) { _ in () }
    let worker = FlowWorker(store, running: [flow])
    let run = try await worker.start(flow, nil)
    try await worker.runUntilIdle()
    try await run.send(try form.answer(["password": "hunter2"]), to: "account")
    try await worker.runUntilIdle()
    #expect(try await run.summary().state.kind == .ended)
    let records = "\(try await store.records(of: run.number, after: 0, limit: 100))"
    #expect(records.contains("account") && !records.contains("hunter2"))
  }

  @Test("A run that goes back to a form still has the entry as typed in the record of the visit")
  func back() async throws {
    let flow = try flow()
    let worker = FlowWorker(store, running: [flow])
    let run = try await worker.start(flow, nil)
    try await run.send(try Pages.person.answer(["name": "  Ada", "email": "ada@example.org"]), to: "person")
    try await worker.runUntilIdle()
    try await run.goBack(to: "person")
    try await worker.runUntilIdle()
    #expect(try await run.summary().position == "person")
    let results = try await store.records(of: run.number, after: 0, limit: 100).compactMap { record in
      if case .settled(let settled) = record.body { settled.result } else { nil }
    }
    let form = try #require(flow.definition.form(at: "person"))
    #expect(results.map { form.entry(of: $0) } == [["name": "  Ada", "email": "ada@example.org"]])
  }
}
