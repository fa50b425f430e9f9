import FlowChains
import FlowDocuments
import FlowDurable
import FlowExperiments
import FlowForms
import FlowJSON
import FlowState
import FlowStateTesting
import Foundation
import Testing

/// Documents as durable flows.
struct DurableRunTests {
  private let clock = ManualClock()
  private let log = Passport.Log()

  private func start(
    _ variant: String = "long", _ text: String = Passport.text, failing: @escaping @Sendable () -> Bool = { false }
  ) async throws -> (FlowWorker, DurableRun<Any, JSONValue>, FlowDocument) {
    let document = try FlowDocument(parsing: text, for: Passport.registry(log, failing: failing))
    let flow = try document.durableFlow()
    let worker = FlowWorker(MemoryStore(timed: clock), running: [flow])
    let assignments = try document.variants().map { [try $0.experiment.assignment(for: "u", override: variant)] } ?? []
    let run = try await worker.start(flow, nil, assignments: assignments)
    try await worker.runUntilIdle()
    return (worker, run, document)
  }

  private func answer(
    _ worker: FlowWorker, _ run: DurableRun<Any, JSONValue>, _ document: FlowDocument, _ step: String,
    _ entry: FormEntry,
    variant: String? = nil
  ) async throws {
    let form = try #require(document.chain(of: variant)[step]?.form)
    try await run.send(try StoredAnswer.of(form, entry), to: step)
    try await worker.runUntilIdle()
  }

  @Test("A run asks its forms, uses the program's steps with the values of the document, and waits for a message")
  func passes() async throws {
    let (worker, run, document) = try await start()
    #expect(try await run.summary().position == "country")
    try await answer(worker, run, document, "country", ["country": "UK"])
    try await answer(worker, run, document, "name", ["first": "Bob", "middle": "Lee"])
    #expect(log.lines == ["charge 7500"])
    #expect(try await run.summary().position == "papers")
    #expect(
      try await run.values()[DocumentValues.self] == [
        "country": ["country": "UK"], "name": ["first": "Bob", "middle": "Lee"],
        "fee": ["id": "p1", "state": "paid", "cents": 7500],
      ])
    try await run.send(Passport.PapersArrived(pages: 2))
    try await worker.runUntilIdle()
    guard case .completed(let values?) = try await run.outcome() else { return #expect(Bool(false)) }
    #expect(values["papers"] == ["pages": 2])
  }

  @Test("A wait that ends takes the route for late, and a condition leads elsewhere")
  func routes() async throws {
    let (worker, run, document) = try await start()
    try await answer(worker, run, document, "country", ["country": "UK"])
    try await answer(worker, run, document, "name", ["first": "Ada"])
    #expect(log.lines == ["charge 0"])
    clock.advance(by: .seconds(14 * 86_400))
    try await worker.runUntilIdle()
    #expect(log.lines == ["charge 0", "mail Ada "])
    #expect(try await run.summary().state.kind == .ended)
    let (other, second, _) = try await start()
    try await answer(other, second, document, "country", ["country": "other"])
    #expect(try await second.summary().position == "apology")
    try await answer(other, second, document, "apology", [:])
    #expect(try await second.summary().state.kind == .ended)
  }

  @Test("A step that fails is tried again after its backoff, and then takes the route for failed")
  func retries() async throws {
    let (worker, run, document) = try await start { true }
    try await answer(worker, run, document, "country", ["country": "UK"])
    try await answer(worker, run, document, "name", ["first": "Ada"])
    #expect(try await run.summary().position == "fee")
    clock.advance(by: .seconds(1))
    try await worker.runUntilIdle()
    #expect(try await run.summary().position == "fee")
    clock.advance(by: .seconds(2))
    try await worker.runUntilIdle()
    #expect(try await run.summary().position == "apology")
  }

  @Test("A run that goes back undoes the program's steps, and has the values that it had there")
  func back() async throws {
    let (worker, run, document) = try await start()
    try await answer(worker, run, document, "country", ["country": "UK"])
    try await answer(worker, run, document, "name", ["first": "Bob"])
    #expect(try await run.summary().position == "papers")
    try await run.goBack(to: "name")
    try await worker.runUntilIdle()
    #expect(log.lines.count == 2 && log.lines[1].hasPrefix("refund 7500 passport/"))
    #expect(try await run.values()[DocumentValues.self] == ["country": ["country": "UK"]])
    try await answer(worker, run, document, "name", ["first": "Ada"])
    #expect(log.lines.last == "charge 0")
    #expect(try await run.values()[DocumentValues.self]?["name"] == ["first": "Ada"])
  }

  @Test("An answer that is changed leads by its routes, with the values of its own visit, and undoes what followed")
  func changing() async throws {
    let (worker, run, document) = try await start()
    try await answer(worker, run, document, "country", ["country": "UK"])
    try await answer(worker, run, document, "name", ["first": "Bob"])
    let first = try #require(try await run.answers().first { $0.step == "country" })
    let form = try #require(document.chain()["country"]?.form)
    _ = try await run.answer(
      AnyForm.messageName(of: "country"), try form.answer(["country": "other"]), at: first.token, changing: true,
      within: .zero)
    try await worker.runUntilIdle()
    #expect(try await run.summary().position == "apology")
    #expect(try await run.values()[DocumentValues.self] == ["country": ["country": "other"]])
    #expect(log.lines.count == 2 && log.lines[1].hasPrefix("refund 7500 passport/"))
  }

  @Test("A run remembers the answers to all steps of its document")
  func remembered() async throws {
    let pages = (0..<102).map { #"{"id":"p\#($0)","page":{"title":"P"}}"# }.joined(separator: ",")
    let document = try FlowDocument(parsing: Passport.document(pages), for: Passport.registry(log))
    let flow = try document.durableFlow()
    let worker = FlowWorker(MemoryStore(timed: clock), running: [flow])
    let run = try await worker.start(flow, nil)
    try await worker.runUntilIdle()
    for _ in 1..<102 { try await FlowDocumentsTests.answer(worker, run, flow, [:]) }
    #expect(try await run.answers().count == 101)
  }

  @Test("A run remembers the answer before a circle that its document has gone around a few times")
  func circle() async throws {
    let pages = (0..<39).map { #"{"id":"p\#($0)","page":{"title":"P"}}"# }.joined(separator: ",")
    let again =
      #"{"id":"again","form":{"fields":[{"name":"more","type":"choice","options":["yes","no"]}]},"#
      + #""routes":[{"to":"p1","when":"@{eq(again.more, 'yes')}"}]}"#
    let text = Passport.document(pages + "," + again)
    let flow = try FlowDocument(parsing: text, for: Passport.registry(log)).durableFlow()
    let worker = FlowWorker(MemoryStore(timed: clock), running: [flow])
    let run = try await worker.start(flow, nil)
    try await worker.runUntilIdle()
    for step in 0..<118 {
      let entry: FormEntry = step > 0 && step % 39 == 0 ? ["more": "yes"] : [:]
      try await FlowDocumentsTests.answer(worker, run, flow, entry)
    }
    #expect(try await run.answers().first?.step == "p0")
  }

  @Test("A variant has its own order")
  func variant() async throws {
    let (worker, run, document) = try await start("short")
    try await answer(worker, run, document, "country", ["country": "UK"], variant: "short")
    try await answer(worker, run, document, "name", ["first": "Ada"], variant: "short")
    #expect(try await run.summary().state.kind == .ended)
    #expect(log.lines == ["charge 0"])
  }

  @Test("A message that the form doesn't ask for is refused, and the run waits on")
  func forged() async throws {
    let (worker, run, document) = try await start()
    try await answer(worker, run, document, "country", ["country": "UK"])
    for forged: JSONValue in [
      ["first": "Ada", "admin": true], ["first": 5], ["first": "Ada", "middle": 5], [:], ["first": ["a"]],
    ] {
      try await run.send(StoredAnswer(json: ["value": forged, "entry": [:]]), to: "name")
      try await worker.runUntilIdle()
      #expect(try await run.summary().position == "name", "\(forged)")
    }
    try await answer(worker, run, document, "name", ["first": "Ada"])
    #expect(try await run.summary().position == "papers")
  }

  private static let kinds = Passport.document(
    #"{"id":"a","form":{"fields":[{"name":"day","type":"date","optional":true},{"name":"scan","type":"file","optional":true},"#
      + #"{"name":"code","type":"password","optional":true},{"name":"gift","type":"toggle"},"#
      + #"{"name":"days","type":"choices","options":["mon","fri"]}]}},{"id":"p","page":{"title":"P"}}"#)

  @Test(
    "A message with a value that no field reads, or without one that each answer has, is refused with a sentence",
    arguments: [
      (["day": "yesterday"], "The answer has a value that can't be read: 'day'."),
      (["day": "2026-1-5"], "The answer has a value that can't be read: 'day'."),
      (["day": nil], "The answer has a value that the form doesn't ask for: 'day'."),
      (
        ["scan": ["x": 1]],
        "The answer isn't one that the form gives: expected a string at $.scan.digest, found nothing."
      ),
      (["gift": "yes"], "The answer has a value that the form doesn't ask for: 'gift'."),
      (["other": 1], "The answer has a value that the form doesn't ask for: 'other'."),
    ] as [(JSONObject, String)])
  func unreadable(_ forged: JSONObject, _ sentence: String) async throws {
    var value: JSONObject = ["gift": false, "days": []]
    for (name, member) in forged { value[name] = member }
    #expect(try await refusals(of: .object(value)) == [sentence])
  }

  @Test("A message without the answer to a switch, or to a list of choices, is refused, and a whole one is taken")
  func partial() async throws {
    let start = "The answer isn't one that the form gives: expected "
    #expect(try await refusals(of: ["days": []]) == [start + "a bool at $.gift, found nothing."])
    #expect(try await refusals(of: ["gift": true]) == [start + "an array at $.days, found nothing."])
    #expect(try await refusals(of: ["gift": true, "days": ["fri"], "day": "2026-01-05", "code": "x"]) == nil)
  }

  /// Returns the sentences with which a value is refused; nil if it is taken.
  private func refusals(of value: JSONValue) async throws -> [String]? {
    let document = try FlowDocument(parsing: Self.kinds, for: Passport.registry(log))
    let flow = try document.durableFlow(sealedBy: Plain())
    let worker = FlowWorker(MemoryStore(timed: clock), running: [flow])
    let run = try await worker.start(flow, nil)
    try await worker.runUntilIdle()
    try await run.send(StoredAnswer(json: ["value": value, "entry": [:]]), to: "a")
    try await worker.runUntilIdle()
    guard case .page(let visit) = try await run.rest(within: .zero), visit.step == "a" else { return nil }
    return visit.refused?.problems.map(\.sentence)
  }

  /// Seals nothing.
  private struct Plain: PayloadCodec {
    func seal(_ bytes: Data, at position: PayloadPosition) -> Data { bytes }
    func open(_ bytes: Data, at position: PayloadPosition) -> Data { bytes }
  }

  @Test("The answers to a form with a password are private, and need a codec")
  func passwords() async throws {
    let text = Passport.document(
      #"{"id":"account","form":{"fields":[{"name":"password","type":"password"}]}},"#
        + #"{"id":"tell","use":"mail","with":{"to":"@{account.password}"}}"#)
    let document = try FlowDocument(parsing: text, for: Passport.registry(log))
    #expect(document.isPrivate)
    #expect(throws: FlowChainError.self) { try document.durableFlow() }
  }
}

/// An answer to a form, as a page sends it.
struct StoredAnswer {
  let json: JSONValue

  static func of(_ form: AnyForm, _ entry: FormEntry) throws -> StoredAnswer {
    StoredAnswer(json: try form.answer(entry))
  }
}

extension DurableRun {
  fileprivate func send(_ answer: StoredAnswer, to step: String) async throws {
    guard case .page(let visit) = try await rest(within: .zero) else { return }
    _ = try await self.answer(AnyForm.messageName(of: step), answer.json, at: visit.token, within: .zero)
  }
}
