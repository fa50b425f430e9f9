import DurableTestSupport
import FlowChains
import FlowDurable
import FlowJSON
import FlowStateTesting
import TestSupport
import Testing

/// Answers to the visits of a run, and the places where it rests.
@Suite("Answers to visits")
struct AnswerTests {
  @Test("A run rests at a page, and takes the answer for it")
  func answers() async throws {
    let journey = try await Journey()
    let page = try #require(try await journey.page())
    #expect(page.token.description == "\(journey.run.number.rawValue)/address#1")
    #expect(page.awaits == ["Address"] && page.expires == nil && page.earlier.isEmpty)
    #expect(try await journey.answer(Address(street: "Elm St"), at: page.token) == "page parcel#1")
    #expect(try await journey.answer(Package(size: "small"), at: journey.token("parcel")) == "page consent#1")
    let values = try await journey.run.values()
    #expect(try values[TheAddress.self] == Address(street: "Elm St"))
    #expect(try values[TheReceipt.self] == "to Elm St")
    #expect(try await journey.page()?.earlier.map(\.step) == ["address", "parcel"])
    #expect(try await journey.answer(Consent(), at: journey.token("consent")) == "completed: to Elm St")
  }

  @Test("An answered page costs one message, and two reads of the run")
  func reads() async throws {
    let journey = try await Journey()
    let store = CallStore(journey.life.store)
    let worker = journey.life.worker(journey.flow, on: store)
    let working = Task { try await worker.run() }
    let run = try #require(try await worker.find(journey.flow, number: journey.run.number))
    let before = try await run.moment()
    _ = try await run.answered("Address", ["street": "Elm St"], at: journey.token("address"), from: before)
    #expect(store.calls.all.filter { $0 != "append" } == ["read", "send", "read"])
    await worker.stop()
    try await working.value
  }

  @Test("A second answer to a visit is refused, and so is one for a visit that never was")
  func passed() async throws {
    let journey = try await Journey()
    let token = journey.token("address")
    _ = try await journey.run.answer(Address(street: "Elm St"), at: token, within: .zero)
    // The first answer waits for a worker.
    #expect(
      await refusal { try await journey.run.answer(Address(street: "Oak St"), at: token, within: .zero) }
        == "The answer is for visit '\(token)', at which the run doesn't wait.")
    try await journey.worker.runUntilIdle()
    for wrong in [token, journey.token("address", 2), journey.token("quote"), journey.token("moon")] {
      #expect(
        await refusal { try await journey.run.answer(Address(street: "Oak St"), at: wrong, within: .zero) }
          == "The answer is for visit '\(wrong)', at which the run doesn't wait.")
    }
    let other = VisitToken(run: RunNumber(rawValue: 99), step: "parcel", number: 1)
    await #expect(throws: DurableRunError.visitPassed(other)) {
      try await journey.run.answer(Package(size: "small"), at: other, within: .zero)
    }
    #expect(try await journey.run.values()[TheAddress.self] == Address(street: "Elm St"))
  }

  @Test("An answer of another type, or that doesn't decode, is refused")
  func unfit() async throws {
    let journey = try await Journey()
    let token = journey.token("address")
    #expect(
      await refusal { try await journey.run.answer(Package(size: "small"), at: token, within: .zero) }
        == "No step of 'order' awaits the message 'Package'. Steps await: 'Address'.")
    #expect(
      await refusal { try await journey.run.answer("Address", ["road": "Elm"], at: token, within: .zero) }
        == "The message 'Address' doesn't decode as 'order' awaits it: $.street: there is no value.")
    #expect(try await journey.run.summary().waitingMessages == 0)
  }

  @Test("An answer that reaches a run after it went back isn't taken by the next visit")
  func overtaken() async throws {
    let journey = try await Journey()
    try await journey.answer(Address(street: "Elm St"), at: journey.token("address"))
    _ = try await journey.run.answer(Package(size: "large"), at: journey.token("parcel"), within: .zero)
    try await journey.run.goBack(to: "address")
    try await journey.worker.runUntilIdle()
    #expect(try await journey.place() == "page address#2")
    #expect(
      try await journey.answer(Address(street: "Oak St"), at: journey.token("address", 2)) == "page parcel#2")
    #expect(try await journey.run.values()[ThePackage.self] == nil)
  }

  @Test("A step refuses an answer with sentences, and the run still waits at the same visit")
  func refused() async throws {
    let journey = try await Journey { parcel, values in
      if parcel.size == "huge", try values[TheAddress.self]?.street == "Elm St" {
        throw AnswerRefused(["size": "A parcel of this size can't be sent to Elm St."])
      }
    }
    try await journey.answer(Address(street: "Elm St"), at: journey.token("address"))
    let token = journey.token("parcel")
    #expect(try await journey.answer(Package(size: "huge"), at: token, draft: ["size": " HUGE"]) == "page parcel#1")
    let refused = try #require(try await journey.page()?.refused)
    #expect(refused.problems == [.init("A parcel of this size can't be sent to Elm St.", field: "size")])
    #expect(refused.value == ["size": "huge"] && refused.draft == ["size": " HUGE"])
    #expect(try await journey.run.summary().waitingMessages == 0)
    #expect(try await journey.answer(Package(size: "small"), at: token) == "page consent#1")
    #expect(try await journey.page()?.refused == nil)
  }

  @Test("A check that fails for another reason fails the step")
  func failedCheck() async throws {
    let journey = try await Journey { parcel, _ in if parcel.size == "bomb" { throw Declined() } }
    try await journey.answer(Address(street: "Elm St"), at: journey.token("address"))
    let place = try await journey.answer(Package(size: "bomb"), at: journey.token("parcel"))
    #expect(place.contains("The bank declined the payment."))
    try await journey.run.retry()
    try await journey.worker.runUntilIdle()
    // The failure has undone the first visit.
    #expect(try await journey.place() == "page address#2")
  }

  @Test("A touch restarts the time limit of a wait")
  func touch() async throws {
    let journey = try await Journey(limit: .seconds(60))
    let end = try #require(try await journey.page()?.expires)
    try await journey.life.advance(journey.worker, by: .seconds(40))
    try await journey.run.touch()
    try await journey.worker.runUntilIdle()
    #expect(try await journey.page()?.expires == end.advanced(by: .seconds(40)))
    try await journey.life.advance(journey.worker, by: .seconds(59))
    #expect(try await journey.place() == "page address#1")
    try await journey.life.advance(journey.worker, by: .seconds(1))
    #expect(try await journey.place() == "page parcel#1")
    // Nothing is touched at a step without a limit.
    try await journey.run.touch()
    try await journey.worker.runUntilIdle()
    #expect(try await journey.place() == "page parcel#1")
  }

  @Test("A refused answer keeps the end of the wait")
  func refusedLate() async throws {
    let flow = try DurableFlow(
      FlowChain("one") {
        FlowStepDeclaration.awaiting(Address.self, within: .seconds(60), identifier: "address").checking { _, _ in
          throw AnswerRefused("Not there.")
        }
      }, Any.self, String.self
    ) { _ in nil }
    let life = DurableLife()
    let worker = life.worker(flow)
    let run = try await worker.start(flow)
    try await worker.runUntilIdle()
    try await life.advance(worker, by: .seconds(30))
    let token = VisitToken(run: run.number, step: "address", number: 1)
    _ = try await run.answer(Address(street: "Elm St"), at: token, within: .zero)
    try await worker.runUntilIdle()
    guard case .page(let visit) = try await run.rest(within: .zero) else { throw Declined() }
    #expect(visit.refused?.problems == [.init("Not there.")])
    try await life.advance(worker, by: .seconds(30))
    #expect(Journey.words(try await run.rest(within: .zero)) == "completed: nothing")
  }

  @Test("A run at work is reported as at work, and a wait for its rest ends when it rests")
  func working() async throws {
    let journey = try await Journey()
    _ = try await journey.run.answer(Address(street: "Elm St"), at: journey.token("address"), within: .zero)
    #expect(try await journey.place() == "works at address")
    async let rest = journey.run.rest(within: .seconds(3_600))
    try await journey.worker.runUntilIdle()
    #expect(Journey.words(try await rest) == "page parcel#1")
  }

  @Test("The places of a run are reported one by one, and end with it")
  func rests() async throws {
    let journey = try await Journey(consentAsks: false)
    var seen: [String] = []
    for try await rest in journey.run.rests {
      seen.append(Journey.words(rest))
      guard case .page(let visit) = rest else { continue }
      switch visit.step {
      case "address": try await journey.answer(Address(street: "Elm St"), at: visit.token)
      case "parcel": try await journey.answer(Package(size: "small"), at: visit.token)
      default: try await journey.answer(Consent(), at: visit.token)
      }
    }
    #expect(seen == ["page address#1", "page parcel#1", "page consent#1", "completed: to Elm St"])
  }

  @Test("The same answer again is no new answer, as after a double click or a proxy's retry")
  func sameAgain() async throws {
    let journey = try await Journey()
    let token = journey.token("address")
    try await journey.answer(Address(street: "Elm St"), at: token)
    #expect(try await journey.answer(Address(street: "Elm St"), at: token) == "page parcel#1")
    #expect(journey.store.records.count { if case .settled = $0.body { true } else { false } } == 1)
  }

  @Test("An answer or a draft that is nested too deep is refused, and the worker goes on")
  func deep() async throws {
    let journey = try await Journey()
    var draft: JSONValue = "typed"
    for _ in 0..<499 { draft = [draft] }
    await #expect(throws: StoreError.self) {
      try await journey.run.answer(
        Address(street: "Elm St"), at: journey.token("address"), draft: draft, within: .zero)
    }
    // A message that another program has put into the store doesn't stop the worker.
    let number = journey.run.number
    let answer = VisitAnswer(
      journey.token("address"), restingAt: try await journey.run.summary().lastRecord, draft: draft)
    _ = try await journey.store.send(
      FlowMessage(.message(name: "Address", body: ["street": 7]), answering: answer), to: number)
    try await journey.worker.runUntilIdle()
    #expect(try await journey.place().hasPrefix("parked: The problems of an answer at step 'address' can't be stored"))
  }

  @Test("A refused answer doesn't move the end of the run's time limit")
  func limitOfRun() async throws {
    let life = DurableLife()
    let flow = try DurableFlow(
      FlowChain("limited") {
        FlowStepDeclaration.awaiting(Address.self, identifier: "address").checking { _, _ in
          throw AnswerRefused("Not there.")
        }
      }, Any.self, String.self
    ) { _ in nil }
    .limited(to: .seconds(60), then: .isCancelled)
    let worker = life.worker(flow)
    let run = try await worker.start(flow)
    try await worker.runUntilIdle()
    let token = VisitToken(run: run.number, step: "address", number: 1)
    _ = try await run.answer(Address(street: "Elm St"), at: token, within: .zero)
    try await worker.runUntilIdle()
    guard case .page(let page) = try await run.rest(within: .zero) else { throw Declined() }
    #expect(page.refused != nil)
    #expect(page.expires == (try await run.summary().began.advanced(by: .seconds(60))))
    try await life.advance(worker, by: .seconds(60))
    #expect(Journey.words(try await run.rest(within: .zero)) == "cancelled")
  }

  @Test("An answer that a parked run has received isn't refused, and is taken when the run is continued")
  func parked() async throws {
    let journey = try await Journey()
    let store = journey.store
    let answering = Task {
      try await journey.run.answer(Address(street: "Elm St"), at: journey.token("address"), within: .seconds(600))
    }
    var claimed: ClaimedRun?
    try await patiently("The answer did not come") {
      claimed = try await store.claim(ClaimRequest(["order"], limit: 1, lease: .seconds(30))).first
      return claimed != nil
    }
    let run = try #require(claimed)
    _ = try await store.append([FlowRecord(.parked(.init("No.")))], to: run, then: .park("No."))
    let rest = try await answering.value(orSay: "The answer did not end")
    #expect(Journey.words(rest) == "parked: No.")
    try await journey.run.retry()
    try await journey.worker.runUntilIdle()
    #expect(try await journey.place() == "page parcel#1")
  }

  @Test("An answer is refused if the run was cancelled before it, and is parked because an undo has failed")
  func parkedBehindCancellation() async throws {
    let journey = try await Journey()
    try await journey.answer(Address(street: "Elm St"), at: journey.token("address"))
    let store = journey.store
    let answering = Task {
      try await journey.run.answer(Package(size: "small"), at: journey.token("parcel"), within: .seconds(600))
    }
    var claimed: ClaimedRun?
    try await patiently("The answer did not come") {
      claimed = try await store.claim(ClaimRequest(["order"], limit: 1, lease: .seconds(30))).first
      return claimed != nil
    }
    let run = try #require(claimed)
    let cancellation = ReceivedMessage(number: 0, at: run.now, message: FlowMessage(.cancel))
    _ = try await store.append(
      [FlowRecord(.message(cancellation)), FlowRecord(.parked(.init("No.")))], to: run, then: .park("No."))
    await #expect(throws: DurableRunError.visitPassed(journey.token("parcel"))) {
      _ = try await answering.value(orSay: "The answer did not end")
    }
  }

  @Test("An answer that was overtaken leaves the inbox with the next wait")
  func leavesInbox() async throws {
    let journey = try await Journey()
    try await journey.answer(Address(street: "Elm St"), at: journey.token("address"))
    _ = try await journey.run.answer(Package(size: "large"), at: journey.token("parcel"), within: .zero)
    try await journey.run.goBack(to: "address")
    try await journey.worker.runUntilIdle()
    #expect(try await journey.run.summary().waitingMessages == 0)
  }

  @Test("An answer to an earlier version of a page is asked for again, and doesn't fail the run")
  func deployed() async throws {
    let journey = try await Journey()
    _ = try await journey.run.answer(Address(street: "Elm St"), at: journey.token("address"), within: .zero)
    let newer = try DurableFlow(
      FlowChain("order") { FlowStepDeclaration.awaiting(NewAddress.self, identifier: "address") }, Any.self,
      String.self, keeping: TheAddress.self, ThePackage.self, TheReceipt.self
    ) { _ in nil }
    let worker = journey.life.worker(newer)
    try await worker.runUntilIdle()
    let run = try #require(try await worker.find(newer, number: journey.run.number))
    guard case .page(let page) = try await run.rest(within: .zero) else { throw Declined() }
    #expect(page.token == journey.token("address") && page.refused?.problems.isEmpty == true)
    #expect(page.refused?.value == ["street": "Elm St"])
  }

  @Test("A stale page doesn't take up a run that was cancelled")
  func cancelled() async throws {
    let journey = try await Journey()
    try await journey.answerAll()
    try await journey.run.cancel()
    try await journey.worker.runUntilIdle()
    let token = journey.token("address")
    await #expect(throws: DurableRunError.visitPassed(token)) {
      try await journey.run.answer(Address(street: "Oak St"), at: token, changing: true, within: .zero)
    }
    #expect(try await journey.place() == "cancelled")
  }
}

/// A later version of an address.
private struct NewAddress: DurableMessage {
  static var name: String { "Address" }
  var town: String
}

/// A store that remembers the calls that a page needs.
private final class CallStore: ForwardingStore {
  let store: any FlowStore
  let calls = LockedList<String>()

  init(_ store: any FlowStore) {
    self.store = store
  }

  func read(_ query: RunQuery) async throws(StoreError) -> RunReading? {
    calls.append("read")
    return try await store.read(query)
  }

  func records(of run: RunNumber, after number: Int, limit: Int) async throws(StoreError) -> [FlowRecord] {
    calls.append("records")
    return try await store.records(of: run, after: number, limit: limit)
  }

  func send(_ message: FlowMessage, to run: RunNumber) async throws(StoreError) -> MessageDelivery {
    calls.append("send")
    return try await store.send(message, to: run)
  }

  func append(
    _ records: [FlowRecord], to run: ClaimedRun, then disposition: RunDisposition
  ) async throws(StoreError) -> RunInbox {
    calls.append("append")
    return try await store.append(records, to: run, then: disposition)
  }
}
