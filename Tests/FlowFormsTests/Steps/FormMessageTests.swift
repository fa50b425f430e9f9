import DurableTestSupport
import FlowChains
import FlowDurable
import FlowForms
import FlowJSON
import FlowState
import Foundation
import TestSupport
import Testing

/// Messages that didn't come from the form of the step at which a run waits.
struct FormMessageTests {
  private let store = MemoryStore()

  /// Starts a run of the pages, hands JSON in as the answer to the first one, and returns the page at which the run rests.
  private func answer(_ body: JSONValue) async throws -> OpenVisit? {
    let flow: DurableFlow<Any, String> = try DurableFlow(
      Pages.chain(), keeping: Pages.ThePerson.self, Pages.TheWish.self
    ) { Pages.summary($0) }
    let worker = FlowWorker(store, running: [flow])
    let run = try await worker.start(flow, nil)
    try await worker.runUntilIdle()
    guard case .page(let first) = try await run.rest(within: .zero) else { return nil }
    _ = try await run.answer("form:person", body, at: first.token, within: .zero)
    try await worker.runUntilIdle()
    guard case .page(let visit) = try await run.rest(within: .zero) else { return nil }
    return visit
  }

  private static let ada: JSONValue = ["name": "Ada", "email": "ada@example.org"]

  @Test(
    "A run refuses a message whose value or entry the form wouldn't give, with the sentences of the form",
    arguments: [
      (["value": ["name": "", "email": "ada@example.org"], "entry": [:]], "name", "Enter a text in 'Your name'."),
      (
        ["value": ["name": "Ada", "email": "ada"], "entry": [:]], "email",
        "Enter an email address in 'Email', such as name@example.org."
      ),
      (
        [
          "value": ["name": .string("Ada" + String(repeating: " ", count: 198)), "email": "a@example.org"],
          "entry": [:],
        ],
        "name", "Enter at most 200 characters in 'Your name'."
      ),
      (
        ["value": ada, "entry": ["name": "Ada", "junk": "x"]], nil,
        "The entry has an answer that isn't kept by the form: 'junk'."
      ),
    ] as [(JSONValue, String?, String)])
  func refused(_ body: JSONValue, _ field: String?, _ sentence: String) async throws {
    let visit = try #require(try await answer(body))
    #expect(visit.step == "person")
    #expect(visit.refused?.problems == [.init(sentence, field: field)])
  }

  @Test("A run takes a message with a value that the form gives, with an entry or without one")
  func taken() async throws {
    #expect(try await answer(["value": Self.ada, "entry": [:]])?.step == "wish")
    #expect(
      try await answer(["value": Self.ada, "entry": ["name": " Ada", "email": "ada@example.org"]])?.step == "wish")
  }

  @Test("A check of the step comes after that of its form, and after an earlier check of the step")
  func composed() async throws {
    let names = LockedList<String>()
    let declaration = FlowStepDeclaration.form(Pages.person, identifier: "person")
      .checking { answer, _ in
        names.append("first \(answer.value.name)")
        if answer.value.name == "Bea" { throw AnswerRefused("No Bea.") }
      }
      .checking { answer, _ in
        names.append("second \(answer.value.name)")
        if answer.value.name == "Cee" { throw AnswerRefused("No Cee.") }
      }
    let flow = try DurableFlow(FlowChain("person") { declaration.step }, Any.self, Void.self) { _ in () }
    let worker = FlowWorker(store, running: [flow])
    let run = try await worker.start(flow, nil)
    for name in ["", "Bea", "Cee", "Ada"] {
      try await run.send(Pages.person.answer(of: Pages.Person(name: name, email: "a@example.org")), to: "person")
      try await worker.runUntilIdle()
    }
    #expect(names.all == ["first Bea", "first Cee", "second Cee", "first Ada", "second Ada"])
    #expect(try await run.summary().state.kind == .ended)
  }

  private struct Account: Codable, Sendable { var password = "", photo: FormFile? }
  private enum Open: DurableKey { typealias Value = Account }
  private enum OpenAnswer: FlowContextKey { typealias Value = FormAnswer<Account> }
  private static let account = FlowForm(Account()) { field in
    field.password("password", \.password, "Password") { $0.count < 4 ? "Choose a longer password." : nil }
    field.file("photo", \.photo, "Photo")
  }

  /// Turns bytes around, which is enough to see whether values are sealed.
  private struct Reversing: PayloadCodec {
    func seal(_ bytes: Data, at position: PayloadPosition) -> Data { Data(bytes.reversed()) }
    func open(_ bytes: Data, at position: PayloadPosition) -> Data { Data(bytes.reversed()) }
  }

  @Test("A private answer is checked in the value, refused in the entry, and a file of the entry must be in the value")
  func privateAnswers() async throws {
    let chain = FlowChain("account") { FlowStepDeclaration.form(Self.account, identifier: "account").step }
    let flow = try DurableFlow(chain, Any.self, Void.self, sealedBy: Reversing()) { _ in () }
    let worker = FlowWorker(store, running: [flow])
    let run = try await worker.start(flow, nil)
    var refusals: [String] = []
    let answers: [(String, FormEntry)] = [
      ("abc", [:]), ("secret", ["password": "secret"]), ("secret", ["photo": .file(Sample.file)]), ("secret", [:]),
    ]
    for (password, entry) in answers {
      try await run.send(FormAnswer(value: Account(password: password), entry: entry), to: "account")
      try await worker.runUntilIdle()
      guard case .page(let visit) = try await run.rest(within: .zero) else { break }
      refusals += visit.refused?.problems.map(\.sentence) ?? []
    }
    #expect(
      refusals == [
        "Choose a longer password.", "The entry has an answer that isn't kept by the form: 'password'.",
        "The entry has a file that the value doesn't have: 'photo'.",
      ])
    #expect(try await run.summary().state.kind == .ended)
  }

  @Test("The value of a form with a password is kept only under a private key")
  func openKey() async {
    let value = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = FlowStepDeclaration.form(FormMessageTests.account, identifier: "account").keeping(Open.self)
    }
    expectSaid(
      value, "Step 'account' keeps the answer to a form with private fields under Open, whose values are reported.")
    let answer = await #expect(processExitsWith: .failure, observing: [\.standardErrorContent]) {
      _ = FlowStepDeclaration.form(FormMessageTests.account, identifier: "account").keeping(OpenAnswer.self)
    }
    expectSaid(
      answer,
      "Step 'account' keeps the answer to a form with private fields under OpenAnswer, whose values are reported.")
  }

  @Test(
    "An answer to a step that was renamed wakes a run that waits under the former name",
    arguments: ["delivery", "address"])
  func renamed(_ step: String) async throws {
    let old = try DurableFlow(
      FlowChain("order") { FlowStepDeclaration.form(Pages.person, identifier: "address").step }, Any.self, Void.self
    ) { _ in () }
    let worker = FlowWorker(store, running: [old])
    let number = try await worker.start(old, nil).number
    try await worker.runUntilIdle()
    let new = try DurableFlow(
      FlowChain("order") {
        FlowStepDeclaration.form(Pages.person, identifier: "delivery").renamed(from: "address").step
      }, Any.self, Void.self
    ) { _ in () }
    let run = try #require(try await FlowWorker(store, running: [new]).find(new, number: number))
    try await run.send(try Pages.person.answer(["name": "Ada", "email": "ada@example.org"]), to: step)
    #expect(try await run.summary().state.kind == .ready)
  }
}
