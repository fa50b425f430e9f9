import DurableTestSupport
import FlowChains
import FlowDurable
import FlowJSON
import FlowStateTesting
import TestSupport
import Testing

/// Changes of answers to visits that have passed.
@Suite("Changes of answers")
struct ChangeTests {
  @Test("A changed answer undoes what came after it, and later answers are taken again until a page that always asks")
  func keepsLater() async throws {
    let journey = try await Journey()
    try await journey.answerAll()
    let place = try await journey.answer(
      Address(street: "Oak St"), at: journey.token("address"), changing: true, keepingLater: true)
    #expect(place == "page consent#2")
    #expect(journey.trace.lines == ["quote quote#1", "undo quote#1/undo", "quote quote#2"])
    let values = try await journey.run.values()
    #expect(try values[TheAddress.self] == Address(street: "Oak St"))
    #expect(try values[ThePackage.self] == Package(size: "small"))
    #expect(try await journey.run.answers().map(\.token.description) == ["1/address#2", "1/parcel#2"])
  }

  @Test("Without the later answers, a changed answer leads to the next page, which proposes its earlier answer")
  func asksAgain() async throws {
    let journey = try await Journey()
    try await journey.answerAll()
    let place = try await journey.answer(Address(street: "Oak St"), at: journey.token("address"), changing: true)
    #expect(place == "page parcel#2")
    #expect(try await journey.page()?.proposal?.value == ["size": "small"])
    #expect(try await journey.answer(Package(size: "large"), at: journey.token("parcel", 2)) == "page consent#2")
    #expect(try await journey.page()?.proposal == nil)
  }

  @Test("A kept answer that its step refuses after the change is shown with the problem")
  func refusedProposal() async throws {
    let journey = try await Journey(consentAsks: false) { parcel, values in
      if try values[TheAddress.self]?.street == "Oak St", parcel.size == "small" {
        throw AnswerRefused(["size": "Nothing small goes to Oak St."])
      }
    }
    try await journey.answerAll()
    let place = try await journey.answer(
      Address(street: "Oak St"), at: journey.token("address"), changing: true, keepingLater: true)
    #expect(place == "page parcel#2")
    let page = try #require(try await journey.page())
    #expect(page.refused?.problems == [.init("Nothing small goes to Oak St.", field: "size")])
    #expect(page.proposal?.value == ["size": "small"])
  }

  @Test("Going back shows the answer as it was typed")
  func goingBack() async throws {
    let journey = try await Journey()
    try await journey.answerAll()
    try await journey.run.goBack(to: "address")
    try await journey.worker.runUntilIdle()
    let page = try #require(try await journey.page())
    #expect(page.token == journey.token("address", 2))
    #expect(page.proposal?.value == ["street": "Elm St"] && page.proposal?.draft == ["street": " Elm St "])
    #expect(try await journey.run.proposals()["parcel"]?.value == ["size": "small"])
    #expect(try await journey.run.proposals()["address"]?.draft == ["street": " Elm St "])
    // A proposal of a page that is only gone back to isn't taken by itself.
    #expect(try await journey.answer(Address(street: "Ash St"), at: page.token) == "page parcel#2")
  }

  @Test("The same answer again changes nothing, as after a double click")
  func sameAgain() async throws {
    let journey = try await Journey()
    try await journey.answerAll()
    let place = try await journey.answer(
      Address(street: "Elm St"), at: journey.token("address"), changing: true, keepingLater: true)
    #expect(place == "page consent#1")
    #expect(journey.trace.lines == ["quote quote#1"])
  }

  @Test("Of two changes to one visit, one counts, and the other is refused")
  func twice() async throws {
    let journey = try await Journey()
    try await journey.answerAll()
    let token = journey.token("address")
    _ = try await journey.run.answer(Address(street: "Oak St"), at: token, changing: true, within: .zero)
    await #expect(throws: DurableRunError.visitPassed(token)) {
      try await journey.run.answer(Address(street: "Ash St"), at: token, changing: true, within: .zero)
    }
    try await journey.worker.runUntilIdle()
    await #expect(throws: DurableRunError.visitPassed(token)) {
      try await journey.run.answer(Address(street: "Ash St"), at: token, changing: true, within: .zero)
    }
    #expect(try await journey.run.values()[TheAddress.self] == Address(street: "Oak St"))
  }

  @Test("While a run is on its way back with a new answer, no other change replaces it")
  func onTheWay() async throws {
    let journey = try await Journey()
    try await journey.answerAll()
    let (address, parcel) = (journey.token("address"), journey.token("parcel"))
    _ = try await journey.run.answer(
      Address(street: "Oak St"), at: address, changing: true, keepingLater: true, within: .zero)
    // The worker dies when it has recorded the way back.
    _ = try? await journey.life.worker(journey.flow, on: CrashingStore(journey.store, dyingAfter: 1)).runUntilIdle()
    for (message, token) in [
      (Package(size: "large") as any DurableMessage, parcel), (Address(street: "Ash St"), address),
    ] {
      await #expect(throws: DurableRunError.visitPassed(token)) {
        try await submit(message, at: token, to: journey)
      }
    }
    // The same answer again is the one that is under way.
    try await submit(Address(street: "Oak St"), at: address, to: journey)
    journey.life.clock.advance(by: journey.life.lease)
    try await journey.worker.runUntilIdle()
    #expect(try await journey.run.values()[TheAddress.self] == Address(street: "Oak St"))
    #expect(try await journey.run.values()[ThePackage.self] == Package(size: "small"))
  }

  private func submit(_ message: any DurableMessage, at token: VisitToken, to journey: Journey) async throws {
    _ = try await journey.run.answer(message, at: token, changing: true, within: .zero)
  }

  /// A journey whose address somebody changes to a value that is nested too deep for a record.
  private func changedTooDeep() async throws -> Journey {
    let journey = try await Journey()
    try await journey.answerAll()
    var body: JSONValue = "deep"
    for _ in 0..<499 { body = [body] }
    let change = VisitChange(journey.token("address"), message: "Address", body, keepsLater: false)
    _ = try await journey.store.send(FlowMessage(.change(change)), to: journey.run.number)
    return journey
  }

  @Test("A change that is nested too deep parks the run once, and other commands reach it afterwards")
  func deep() async throws {
    let journey = try await changedTooDeep()
    try await journey.worker.runUntilIdle()
    #expect(try await journey.place().hasPrefix("parked: A command can't be recorded: "))
    #expect(try await journey.run.summary().waitingMessages == 0)
    try await journey.run.cancel()
    try await journey.worker.runUntilIdle()
    #expect(try await journey.place() == "cancelled")
  }

  @Test("A cancellation that waits behind a change that is nested too deep ends the run")
  func behindDeep() async throws {
    let journey = try await changedTooDeep()
    try await journey.run.cancel()
    try await journey.worker.runUntilIdle()
    #expect(try await journey.place() == "cancelled")
  }

  @Test("A changed answer comes before a message that was left over")
  func leftOver() async throws {
    let journey = try await Journey()
    for street in ["first", "second"] { try await journey.run.send(Address(street: street)) }
    try await journey.worker.runUntilIdle()
    #expect(try await journey.place() == "page parcel#1")
    try await journey.run.goBack(to: "address")
    try await journey.worker.runUntilIdle()
    // The second message was taken by the second visit. Another is left over when an answer is changed.
    for street in ["third", "fourth"] { try await journey.run.send(Address(street: street)) }
    try await journey.answer(Package(size: "small"), at: journey.token("parcel", 2))
    let place = try await journey.answer(Package(size: "large"), at: journey.token("parcel", 2), changing: true)
    #expect(place == "page consent#2")
    #expect(try await journey.run.values()[ThePackage.self] == Package(size: "large"))
  }

  @Test("Answers that one change has kept aren't taken after another change that keeps none")
  func keptOnce() async throws {
    let journey = try await Journey(consentAsks: false) { package, values in
      // On the way to Oak St, nothing is sent.
      if try values[TheAddress.self]?.street == "Oak St" { throw AnswerRefused("Nothing goes there.") }
    }
    try await journey.answerAll()
    try await journey.answer(
      Address(street: "Oak St"), at: journey.token("address"), changing: true, keepingLater: true)
    #expect(
      try await journey.answer(Address(street: "Elm St"), at: journey.token("address", 2), changing: true)
        == "page parcel#3")
  }

  @Test("An answer before a final step can't be changed")
  func final() async throws {
    let journey = try await Journey(isQuoteFinal: true)
    try await journey.answerAll()
    #expect(try await journey.page()?.earlier.map(\.canChange) == [false, false])
    await #expect(throws: DurableRunError.finalStep(journey.run.number, "quote")) {
      try await journey.run.answer(
        Address(street: "Oak St"), at: journey.token("address"), changing: true, within: .zero)
    }
    #expect(try await journey.place() == "page consent#1")
  }

  @Test("A change that overtakes a step at work undoes nothing twice, also when the process dies at each record")
  func crashes() async throws {
    for calls in 0..<16 {
      let journey = try await Journey()
      try await journey.answerAll()
      _ = try await journey.run.answer(
        Address(street: "Oak St"), at: journey.token("address"), changing: true, keepingLater: true, within: .zero)
      let dying = journey.life.worker(
        journey.flow, on: CrashingStore(journey.store, dyingAfter: calls))
      _ = try? await dying.runUntilIdle()
      journey.life.clock.advance(by: journey.life.lease)
      try await journey.worker.runUntilIdle()
      #expect(try await journey.place() == "page consent#2", "dying after \(calls) calls")
      #expect(try await journey.run.values()[TheAddress.self] == Address(street: "Oak St"))
      #expect(try await journey.run.values()[ThePackage.self] == Package(size: "small"))
      // A repeated undo has the same key.
      #expect(
        journey.trace.lines.filter { $0.hasPrefix("undo") }.allSatisfy { $0 == "undo quote#1/undo" },
        "\(journey.trace.lines)")
    }
  }

  @Test("A snapshot keeps proposals, refusals, and the numbers of changes")
  func snapshots() async throws {
    let journey = try await Journey { parcel, _ in
      if parcel.size == "huge" { throw AnswerRefused(["size": "Too large."]) }
    }
    try await journey.answerAll()
    for round in 0..<40 {
      let street = "Oak St \(round)"
      let place = try await journey.answer(
        Address(street: street), at: journey.token("address", round + 1), changing: true)
      #expect(place == "page parcel#\(round + 2)")
      #expect(
        try await journey.answer(Package(size: "huge"), at: journey.token("parcel", round + 2), draft: "typed")
          == "page parcel#\(round + 2)")
      let page = try #require(try await journey.page())
      #expect(page.proposal?.value == ["size": "small"])
      #expect(page.refused?.draft == "typed")
      try await journey.answer(Package(size: "small"), at: page.token)
    }
    let records = try await journey.life.records(of: journey.run.number)
    #expect(records.count < 100)
  }

  @Test("Each answer of a sealed flow is sealed, with what was typed and its problems")
  func sealed() async throws {
    let flow = try DurableFlow(
      FlowChain("sealed") {
        FlowStepDeclaration.awaiting(Address.self, identifier: "address").checking { address, _ in
          if address.street == "secret 1" { throw AnswerRefused(["street": "secret 2"]) }
        }
        FlowStepDeclaration.awaiting(Package.self, identifier: "parcel")
      }, Any.self, String.self, sealedBy: Flipping()
    ) { _ in nil }
    let life = DurableLife()
    let worker = life.worker(flow)
    let run = try await worker.start(flow)
    try await worker.runUntilIdle()
    let token = VisitToken(run: run.number, step: "address", number: 1)
    _ = try await run.answer(Address(street: "secret 1"), at: token, draft: "secret 3", within: .zero)
    try await worker.runUntilIdle()
    guard case .page(let page) = try await run.rest(within: .zero) else { throw Declined() }
    #expect(page.refused?.problems == [.init("secret 2", field: "street")] && page.refused?.draft == "secret 3")
    _ = try await run.answer(Address(street: "secret 4"), at: token, draft: "secret 5", within: .zero)
    try await worker.runUntilIdle()
    _ = try await run.answer(Address(street: "secret 6"), at: token, draft: "secret 7", changing: true, within: .zero)
    try await worker.runUntilIdle()
    try await run.goBack(to: "address")
    try await worker.runUntilIdle()
    guard case .page(let last) = try await run.rest(within: .zero) else { throw Declined() }
    #expect(last.proposal?.value == ["street": "secret 6"] && last.proposal?.draft == "secret 7")
    #expect(try await life.records(of: run.number).allSatisfy { !$0.json.jsonText.contains("secret") })
  }
}
