import DurableTestSupport
import FlowDurable
import FlowJSON
import FlowState
import FlowStateTesting
import TestSupport
import Testing

/// People with several tabs, who go back, reload, and click twice, while the processes of the run die.
@Suite("Random journeys")
struct RandomJourneyTests {
  @Test(
    "An answer counts for the page that the person saw, once, whatever the tabs and the processes do",
    arguments: 0..<trials(80, few: 20))
  func journeys(seed: Int) async throws {
    var random = SeededGenerator(seed: UInt64(seed))
    var person = try await Person()
    for _ in 0..<30 { try await person.act(using: &random) }
    try await person.finish()
  }
}

/// A person with two tabs, who remembers what was sent.
private struct Person {
  /// A page in a tab.
  private struct Tab {
    var token: VisitToken
    /// Whether the page was shown as one that had been answered.
    var isChange: Bool
    /// The latest answer that was sent from the page, for a reload.
    var sent: (step: String, text: String)?
  }

  private let journey: Journey
  private var tabs: [Tab?] = [nil, nil]
  private var texts = 0
  /// The texts that were sent for each visit, whether or not they were taken.
  private var sent: [VisitToken: Set<String>] = [:]
  /// The texts that were sent as changes, by step.
  private var changes: [String: Set<String>] = [:]
  /// The texts that the store has acknowledged since the run last rested, by visit, besides those that the step refuses.
  private var acknowledged: [VisitToken: [String]] = [:]

  init() async throws {
    journey = try await Journey { package, _ in
      if package.size.hasSuffix("3") { throw AnswerRefused(["size": "Not this one."]) }
    }
  }

  mutating func act(using random: inout SeededGenerator) async throws {
    let tab = Int.random(in: 0...1, using: &random)
    switch Int.random(in: 0..<12, using: &random) {
    case 0..<4: try await show(in: tab)
    case 4: try await showEarlier(in: tab, using: &random)
    case 5..<9: try await send(from: tab, again: false)
    case 9: try await send(from: tab, again: true)
    case 10: try await journey.run.touch()
    default: journey.life.clock.advance(by: .seconds(Int.random(in: 1...20, using: &random)))
    }
    // The process dies after some calls of the store, or works until nothing is left.
    let calls = Int.random(in: 0..<6, using: &random)
    if calls < 3 {
      _ = try? await journey.life.worker(journey.flow, on: CrashingStore(journey.store, dyingAfter: calls))
        .runUntilIdle()
      journey.life.clock.advance(by: journey.life.lease)
    }
    if calls > 0 {
      try await journey.worker.runUntilIdle()
      try await check()
    }
  }

  /// Loads the page at which the run stands.
  private mutating func show(in tab: Int) async throws {
    tabs[tab] = try await journey.page().map { Tab(token: $0.token, isChange: false) }
  }

  /// Goes back to a page that was answered.
  private mutating func showEarlier(in tab: Int, using random: inout SeededGenerator) async throws {
    guard let earlier = try await journey.run.answers().randomElement(using: &random) else { return }
    tabs[tab] = Tab(token: earlier.token, isChange: true)
  }

  private mutating func send(from index: Int, again: Bool) async throws {
    guard var tab = tabs[index] else { return }
    texts += 1
    let step = tab.token.step
    if !again || tab.sent == nil { tab.sent = (step, "\(step) \(texts)") }
    tabs[index] = tab
    guard let text = tab.sent?.text else { return }
    sent[tab.token, default: []].insert(text)
    if tab.isChange { changes[step, default: []].insert(text) }
    let before = try await journey.run.summary()
    do {
      switch step {
      case "address": try await send(Address(street: text), tab)
      case "parcel": try await send(Package(size: text), tab)
      // The last page isn't answered before the end.
      default: return
      }
      if !text.hasSuffix("3") || step != "parcel" { acknowledged[tab.token, default: []].append(text) }
    } catch DurableRunError.visitPassed {
      let after = try await journey.run.summary()
      #expect(after.lastRecord == before.lastRecord && after.waitingMessages == before.waitingMessages)
    }
  }

  private func send(_ message: some DurableMessage, _ tab: Tab) async throws {
    _ = try await journey.run.answer(
      message, at: tab.token, changing: tab.isChange, keepingLater: tab.isChange, within: .zero)
  }

  /// The texts that visits of a step have taken, as records say.
  private func taken(at step: String) -> Set<String> {
    Set(
      journey.store.records.compactMap { record in
        guard case .settled(let settled) = record.body, settled.step == step else { return nil }
        return settled.result.map(text)
      })
  }

  /// Checks a run at rest.
  private mutating func check() async throws {
    if acknowledged.count == 1, let (token, texts) = acknowledged.first {
      // An answer that was acknowledged counts, and of several to one page only one was acknowledged.
      let counts = taken(at: token.step)
      #expect(texts.filter { !counts.contains($0) } == [], "\(token)")
    }
    acknowledged = [:]
    for answer in try await journey.run.answers() {
      let text = text(of: answer.value)
      let isOwn = sent[answer.token]?.contains(text) ?? false
      // A visit after a change takes the changed answer, or the one that an earlier visit of its step had taken.
      let isKept = journey.store.records.contains { record in
        guard case .settled(let settled) = record.body else { return false }
        return settled.step == answer.step && settled.visit < answer.token.number
          && settled.result.map(self.text) == text
      }
      let isChanged = changes[answer.step]?.contains(text) ?? false
      #expect(isOwn || isKept || isChanged, "\(answer.token) has \(text).")
      #expect(!text.hasSuffix("3") || answer.step != "parcel", "\(answer.token) has \(text), which the step refuses.")
    }
    let values = try await journey.run.values()
    let answers = try await journey.run.answers()
    #expect(answers.first { $0.step == "address" }.map { text(of: $0.value) } == (try values[TheAddress.self]?.street))
    #expect(answers.first { $0.step == "parcel" }.map { text(of: $0.value) } == (try values[ThePackage.self]?.size))
  }

  private func text(of value: JSONValue) -> String {
    for name in ["street", "size"] { if case .string(let text)? = value[name] { return text } }
    return ""
  }

  /// Answers what is left, and checks the effects.
  mutating func finish() async throws {
    for _ in 0..<20 {
      try await journey.worker.runUntilIdle()
      guard let page = try await journey.page() else { break }
      switch page.step {
      case "address": try await journey.answer(Address(street: "last"), at: page.token)
      case "parcel": try await journey.answer(Package(size: "last"), at: page.token)
      default: try await journey.answer(Consent(), at: page.token)
      }
    }
    let outcome = try await journey.place()
    let street = try await journey.run.values()[TheAddress.self]?.street
    #expect(outcome == "completed: to \(street ?? "nowhere")")
    // Each visit of the quote was undone, except the last one; repetitions have the same key, one after the other.
    var keys: [String] = []
    for line in journey.trace.lines where line != keys.last { keys.append(line) }
    #expect(Set(keys).count == keys.count, "\(keys)")
    let quotes = keys.filter { $0.hasPrefix("quote") }.map { $0.dropFirst("quote ".count) }
    let undone = keys.filter { $0.hasPrefix("undo") }.map { $0.dropFirst("undo ".count).dropLast("/undo".count) }
    #expect(Set(undone) == Set(quotes.dropLast()), "\(keys)")
  }
}
