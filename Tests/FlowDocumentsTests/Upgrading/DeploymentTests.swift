import DurableTestSupport
import FlowDocuments
import FlowDurable
import FlowForms
import FlowJSON
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// A new version of a document over live runs of the old one.
struct DeploymentTests {
  @Test(
    "No run is lost or led elsewhere, and each that doesn't fit is parked with the sentence that the check had found")
  func deployment() async throws {
    var random = SeededGenerator(seed: 41)
    let site = try Site()
    let people = (0..<trials(10_000, debug: 150, few: 60)).map { _ in Person(using: &random) }
    let runs = try await site.start(people.count)
    for round in 0..<Person.rounds {
      try await site.work(site.old, using: &random) { worker in
        for (person, run) in zip(people, runs) where person.answered > round {
          try await site.answer(person, run, site.old, worker)
        }
      }
    }
    let report = try await CompatibilityCheck(site.store).check(site.new)
    var found: [RunNumber: String] = [:]
    for finding in report.findings { for run in finding.runs { found[run] = finding.reason } }
    for _ in 0..<Person.rounds {
      try await site.work(site.new, using: &random) { worker in
        for (person, run) in zip(people, runs) { try await site.answer(person, run, site.new, worker) }
      }
    }
    var ends: [String: Int] = [:]
    for (person, run) in zip(people, runs) {
      let now = try #require(try await site.worker(site.new).find(site.new, number: run))
      switch (person.end, try await now.rest(within: .zero)) {
      case (.parked(let reason, let advice), .parked(let sentence)):
        #expect(sentence == "Run \(run) \(reason). \(advice)")
        #expect(found[run] == reason)
        ends[reason, default: 0] += 1
      case (.completed(let values), .ended(.completed(let result))):
        #expect(result == values, "\(person)")
        #expect(found[run] == nil)
        ends["completed", default: 0] += 1
      case (let end, let rest): Issue.record("\(person) should have \(end), and has \(rest)")
      }
    }
    // Each kind of end is there, so the trial shows something about all of them.
    #expect(ends.count == 5 && ends.values.reduce(0, +) == people.count, "\(ends)")
    #expect(report.findings.count == 4)
  }

  @Test("A run that was parked continues when a version fits it")
  func repaired() async throws {
    let site = try Site()
    let run = try await site.start(1)[0]
    let person = Person(country: "UK", speed: "courier", email: nil, years: 30, answered: 3)
    for _ in 0..<3 { try await site.answerAndWork(person, run, site.old) }
    try await site.worker(site.new).runUntilIdle()
    try await site.answerAndWork(person, run, site.new)
    let parked = try #require(try await site.worker(site.new).find(site.new, number: run))
    #expect(try await parked.summary().state.kind == .parked)
    let third = Parcel.second.replacing("\"version\": 2", with: "\"version\": 3")
      .replacing("\"from\": 1", with: "\"from\": 2")
      .replacing(
        "\"@{delivery.email}\" }",
        with: """
          "@{condition(isNull(delivery.email), 'none@example.org', delivery.email)}" },
          "delivery": { "speed": "@{condition(eq(delivery.speed, 'courier'), 'fast', delivery.speed)}" }
          """)
    let flow = try Parcel.document(third).durableFlow()
    let repaired = try #require(try await site.worker(flow).find(flow, number: run))
    try await repaired.retry()
    try await site.worker(flow).runUntilIdle()
    try await site.answerAndWork(person, run, flow)
    try await site.answerAndWork(person, run, flow)
    #expect(
      try await repaired.values()[DocumentValues.self]?["fee"] == ["id": "p1", "state": "paid", "cents": 8_000])
    #expect(try await repaired.summary().state.kind == .ended)
  }

  @Test("A worker of the old version leaves runs alone that one of the new version has continued")
  func older() async throws {
    let site = try Site()
    let run = try await site.start(1)[0]
    let person = Person(country: "UK", speed: "slow", email: nil, years: 30, answered: 0)
    for _ in 0..<2 { try await site.answerAndWork(person, run, site.new) }
    let now = try #require(try await site.worker(site.new).find(site.new, number: run))
    guard case .page(let visit) = try await now.rest(within: .zero) else { return #expect(Bool(false)) }
    #expect(visit.step == "contact")
    let form = try #require(site.new.definition.form(at: "contact"))
    _ = try await now.answer(
      AnyForm.messageName(of: "contact"), try form.answer(["email": "a@example.org"]), at: visit.token, within: .zero)
    try await site.worker(site.old, grace: .seconds(600)).runUntilIdle()
    #expect(try await now.summary().state.kind == .ready)
    site.clock.advance(by: .seconds(10))
    try await site.worker(site.new).runUntilIdle()
    #expect(try await now.summary().position == "delivery")
  }
}

/// The machines of a company, which run one version of the document, and then the next.
private struct Site {
  let clock = ManualClock()
  let store: MemoryStore
  let old: DurableFlow<Any, JSONValue>
  let new: DurableFlow<Any, JSONValue>

  init() throws {
    store = MemoryStore(timed: clock)
    old = try Parcel.document(Parcel.first).durableFlow()
    new = try Parcel.document(Parcel.second).durableFlow()
  }

  func worker(
    _ flow: DurableFlow<Any, JSONValue>, on store: (any FlowStore)? = nil, grace: Duration = .zero
  ) -> FlowWorker {
    FlowWorker(store ?? self.store, running: [flow], lease: .seconds(30), misfitGrace: grace, timed: clock)
  }

  func start(_ count: Int) async throws -> [RunNumber] {
    let worker = worker(old)
    var runs: [RunNumber] = []
    for _ in 0..<count { runs.append(try await worker.start(old, nil).number) }
    return runs
  }

  /// Lets people answer, and two workers work, which are killed now and then.
  func work(
    _ flow: DurableFlow<Any, JSONValue>, using random: inout SeededGenerator,
    _ answer: (FlowWorker) async throws -> Void
  ) async throws {
    try await worker(flow).runUntilIdle()
    try await answer(worker(flow))
    for _ in 0..<2 {
      let lives = (Int.random(in: 0..<150, using: &random), Int.random(in: 0..<150, using: &random))
      async let one: Void? = try? worker(flow, on: CrashingStore(store, dyingAfter: lives.0)).runUntilIdle()
      async let two: Void? = try? worker(flow, on: CrashingStore(store, dyingAfter: lives.1)).runUntilIdle()
      _ = await (one, two)
      clock.advance(by: .seconds(31))
    }
    // A call of a killed worker that was under way can arrive late, and hold its run for another lease.
    for _ in 0..<10 {
      async let one: Void = worker(flow).runUntilIdle()
      async let two: Void = worker(flow).runUntilIdle()
      _ = try await (one, two)
      if try await store.runs(RunQuery(states: [.held]), after: nil, limit: 1).isEmpty { return }
      clock.advance(by: .seconds(31))
    }
    Issue.record("Runs stay held after ten leases.")
  }

  /// Answers the page or sends the message at which a run waits.
  func answer(
    _ person: Person, _ run: RunNumber, _ flow: DurableFlow<Any, JSONValue>, _ worker: FlowWorker
  ) async throws {
    let run = try #require(try await worker.find(flow, number: run))
    guard case .page(let visit) = try await run.rest(within: .zero) else { return }
    if visit.step == "papers" {
      _ = try await run.answer(Passport.PapersArrived(pages: 2), at: visit.token, within: .zero)
      return
    }
    // A run whose step the new version doesn't have gets an answer all the same, from a tab that was open.
    let form = flow.definition.form(at: visit.step)
    let message: JSONValue =
      try form?.answer(person.entry(visit.step, in: form?.outline)) ?? ["value": [:], "entry": [:]]
    _ = try? await run.answer(AnyForm.messageName(of: visit.step), message, at: visit.token, within: .zero)
  }

  func answerAndWork(_ person: Person, _ run: RunNumber, _ flow: DurableFlow<Any, JSONValue>) async throws {
    let worker = worker(flow)
    try await worker.runUntilIdle()
    try await answer(person, run, flow, worker)
    try await worker.runUntilIdle()
  }
}

/// A person who orders a parcel, and what has to come of it.
private struct Person {
  enum End {
    case completed(JSONValue)
    case parked(reason: String, advice: String)
  }

  /// The largest number of answers to a version.
  static let rounds = 7

  let country: String
  let speed: String
  let email: String?
  let years: Int
  /// The number of answers before the new version.
  let answered: Int

  init(country: String, speed: String, email: String?, years: Int, answered: Int) {
    (self.country, self.speed, self.email, self.years, self.answered) = (country, speed, email, years, answered)
  }

  init(using random: inout SeededGenerator) {
    self.init(
      country: Int.random(in: 0..<5, using: &random) == 0 ? "other" : "UK",
      speed: ["slow", "fast", "courier"].randomElement(using: &random) ?? "slow",
      email: Bool.random(using: &random) ? "ada@example.org" : nil, years: Int.random(in: 10...30, using: &random),
      answered: Int.random(in: 0...5, using: &random))
  }

  func entry(_ step: String, in outline: FormOutline?) -> FormEntry {
    switch step {
    case "country": ["country": .text(country)]
    case "name": ["full": "Ada"]
    case "person": ["first": "Ada"]
    case "contact": ["email": "new@example.org"]
    // The new version has no courier.
    case "delivery" where outline?["email"] == nil: ["speed": .text(speed == "courier" ? "slow" : speed)]
    case "delivery": email.map { ["speed": .text(speed), "email": .text($0)] } ?? ["speed": .text(speed)]
    case "age": ["years": .text("\(years)")]
    default: [:]
    }
  }

  /// The end of the order by the rules of both versions, computed without the library.
  var end: End {
    let papers: JSONValue = ["pages": 2]
    let base = years < 18 ? 1_000 : 7_500
    func fee(_ cents: Int) -> JSONValue { ["id": "p1", "state": "paid", "cents": .integer(Int64(cents))] }
    let age: JSONValue = ["years": .integer(Int64(years))]
    if country == "other" {
      guard answered != 1 else {
        return .parked(
          reason:
            "stands at 'apology', which the chain does not have; known are: country, person, contact, delivery, age, fee, papers, reminder, sorry",
          advice: "The step that continues there lists the name: \"formerly\": [\"apology\"].")
      }
      return .completed(["country": ["country": "other"]])
    }
    let asked: JSONValue = ["country": "UK"]
    var oldDelivery: JSONObject = ["speed": .string(speed)]
    oldDelivery["email"] = email.map { .string($0) }
    switch answered {
    case 0, 1:
      let newSpeed = speed == "courier" ? "slow" : speed
      return .completed([
        "country": asked, "person": ["first": "Ada"], "contact": ["email": "new@example.org"],
        "delivery": ["speed": .string(newSpeed)], "age": age, "fee": fee(base + (newSpeed == "fast" ? 500 : 0)),
        "papers": papers,
      ])
    case 2:
      return .parked(
        reason: "stands at 'delivery', and can come to 'fee', which reads 'contact', without a value of it",
        advice: "An upgrade in the document can give 'contact' a value.")
    case 3 where email == nil:
      return .parked(
        reason:
          "has a value that 'fee' reads and that doesn't fit the document: expected a string at $.contact.email, found nothing",
        advice: "An upgrade in the document can convert 'contact'.")
    case 3 where speed == "courier":
      return .parked(
        reason:
          "has a value that 'fee' reads and that doesn't fit the document: expected one of the strings \"fast\" or \"slow\" at $.delivery.speed, found another one",
        advice: "An upgrade in the document can convert 'delivery'.")
    case 3:
      return .completed([
        "country": asked, "name": ["full": "Ada"], "person": ["first": "Ada"],
        "contact": ["email": .string(email ?? "")], "delivery": .object(oldDelivery), "age": age,
        "fee": fee(base + (speed == "fast" ? 500 : 0)), "papers": papers,
      ])
    case 4:
      var contact = JSONObject()
      contact["email"] = email.map { .string($0) }
      return .completed([
        "country": asked, "name": ["full": "Ada"], "person": ["first": "Ada"], "contact": .object(contact),
        "delivery": .object(oldDelivery), "age": age, "fee": fee(base), "papers": papers,
      ])
    default:
      return .completed([
        "country": asked, "name": ["full": "Ada"], "delivery": .object(oldDelivery), "age": age, "fee": fee(base),
        "papers": papers,
      ])
    }
  }
}
