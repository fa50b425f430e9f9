import FlowDurable
import FlowJSON
import FlowStateTesting

/// Random calls of a store, whose results are compared with those of a simple model.
///
/// ```swift
/// let clock = ManualClock()
/// let subject = StoreUnderTest(MemoryStore(timed: clock)) { clock.advance(by: $0) }
/// try await RandomStoreOperations(seed: 7).check(subject, count: 1_000)
/// ```
///
/// The store must count time in whole milliseconds, from the same origin as the clock that is advanced.
public struct RandomStoreOperations: Sendable {
  private let seed: UInt64

  /// Creates operations.
  ///
  /// - Parameter seed: The seed that determines the operations.
  public init(seed: UInt64) {
    self.seed = seed
  }

  /// Makes the calls, and compares each result.
  ///
  /// - Parameters:
  ///   - subject: A store without runs. If it survives its process, it is occasionally opened again.
  ///   - count: The number of calls.
  /// - Throws: ``StoreLawViolation`` with the seed, the number of the call, and both results.
  public func check(_ subject: StoreUnderTest, count: Int) async throws {
    var trial = StoreTrial(subject, seed: seed)
    for number in 1...max(1, count) {
      let (call, found, expected) = try await trial.next()
      guard found != expected else { continue }
      throw StoreLawViolation(
        law: "Model",
        "With the seed \(seed), call \(number) has answered '\(Self.part(found, differingFrom: expected))' "
          + "instead of '\(Self.part(expected, differingFrom: found))'. It was \(call).")
    }
  }

  /// Returns the part of a text that differs from another text, with some text before it.
  private static func part(_ text: String, differingFrom other: String) -> String {
    let common = zip(text, other).prefix { $0 == $1 }.count
    return String(text.dropFirst(max(0, common - 200)).prefix(400))
  }
}

/// A store, with the model for comparison.
struct StoreTrial {
  private var subject: StoreUnderTest
  private var model = StoreModel()
  private var random: SeededGenerator
  /// The claims, including those that have lost their lease.
  private var claims: [ClaimedRun] = []
  private var visits = 0

  init(_ subject: StoreUnderTest, seed: UInt64) {
    self.subject = subject
    random = SeededGenerator(seed: seed)
  }

  /// A text with more combining marks than other JSON may have.
  private static let marked = "a" + String(repeating: "\u{301}\u{316}", count: 70)

  private mutating func draw(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }
  private mutating func chance(_ percent: Int) -> Bool { draw(100) < percent }
  private mutating func pick<Value>(_ values: [Value]) -> Value { values[draw(values.count)] }

  /// Makes a random call. Returns the call, and the results of the store and the model as text.
  mutating func next() async throws -> (call: String, found: String, expected: String) {
    switch draw(100) {
    case 0..<12: try await add()
    case 12..<32: try await claim()
    case 32..<62: try await append()
    case 62..<76: try await send()
    case 76..<90: try await pass()
    case 90..<95: try await list()
    case 95..<99: try await forget()
    default: try await reopen()
    }
  }

  private func answer<Value>(_ body: () async throws(StoreError) -> Value) async -> String {
    do { return "\(try await body())" } catch { return "the error \"\(error)\"" }
  }

  /// Returns the values outside ASCII with their spelling, which the comparison of texts doesn't see.
  private static func spelling(_ records: [FlowRecord], _ messages: [ReceivedMessage] = []) -> String {
    // A store may keep the names of a run in another spelling.
    let records = records.filter { if case .began = $0.body { false } else { true } }
    let values = (records.map(\.json) + messages.compactMap(\.message.body)).map(\.jsonText)
    return values.filter { !$0.utf8.allSatisfy { $0 < 0x80 } }.map(\.spelling).joined(separator: " ")
  }

  private mutating func add() async throws -> (String, String, String) {
    let key = chance(80) ? pick(["", Self.marked]) + "\(draw(30))" : nil
    var run = NewRun(
      flow: pick(["order", "signup", "refund"]), key: key, content: ["cents": .integer(Int64(draw(1_000)))])
    if chance(30) { run.tenant = pick(["acme", "zeta", "mega"]) }
    if chance(20) { run.priority = draw(3) - 1 }
    if chance(10) { run.queue = "slow" }
    if chance(10) { run.delay = .milliseconds(draw(90_000)) }
    let now = try await subject.store.now()
    let expected = model.add(run, now: now)
    let (store, new) = (subject.store, run)
    let found = await answer { () async throws(StoreError) in try await store.add(new) }
    if expected.isNew,
      case .began(let began)? = try? await store.records(of: expected.run, after: 0, limit: 1).first?.body,
      began.reusesKey
    {
      model.takeForUsed(keyOf: expected.run)
    }
    return ("add(\(run))", found, "\(expected)")
  }

  private mutating func claim() async throws -> (String, String, String) {
    let request = ClaimRequest(
      Array(["order", "signup", "refund", "unknown"].shuffled(using: &random).prefix(1 + draw(4))),
      queue: chance(90) ? "default" : "slow", limit: draw(6), lease: .milliseconds(1_000 + draw(60_000)),
      worker: chance(50) ? "w\(draw(2))" : nil)
    let expected = model.claim(request, now: try await subject.store.now())
    var found: [ClaimedRun] = []
    do { found = try await subject.store.claim(request) } catch { return ("\(request)", "the error \"\(error)\"", "") }
    claims += found
    if claims.count > 40 { claims.removeFirst(claims.count - 40) }
    func text(_ runs: [ClaimedRun]) -> String {
      "\(runs)" + Self.spelling(runs.flatMap(\.records), runs.flatMap(\.messages))
    }
    return ("claim(\(request))", text(found), text(expected))
  }

  private mutating func append() async throws -> (String, String, String) {
    guard !claims.isEmpty else { return ("nothing", "", "") }
    let place = draw(claims.count)
    let claim = claims[place]
    var records = chance(25) ? [] : (0...draw(3)).map { _ in record(claim) }
    let disposition = disposition()
    // Workers often append a record that says what becomes of the run.
    if let last = records.indices.last, chance(50), let body = body(saying: disposition) { records[last].body = body }
    let now = try await subject.store.now()
    let expected: String
    do {
      let inbox = try model.append(records, to: claim, then: disposition, now: now)
      expected = "\(inbox)"
      claims[place].note(inbox)
    } catch {
      expected = "the error \"\(error)\""
    }
    let store = subject.store
    let found = await answer { () async throws(StoreError) in
      try await store.append(records, to: claim, then: disposition)
    }
    return ("append(\(records), to: \(claim.run), then: \(disposition))", found, expected)
  }

  private mutating func record(_ claim: ClaimedRun) -> FlowRecord {
    visits += 1
    let step = pick(["accept", "charge", "shipped"])
    let taken = chance(30) ? claim.messages.prefix(draw(3)).map(\.number) : []
    switch draw(8) {
    case 0..<4:
      var settled = FlowRecord.Settled(step: step, visit: visits)
      settled.result = pick([nil, "é\"\u{1}", 5, [1.5, ["a": nil]], [Self.marked: .string(Self.marked)]])
      settled.set =
        chance(40) ? ["Key\(draw(3))": KeptValue(["v": .integer(Int64(visits))], version: 1 + draw(2))] : [:]
      settled.destination = chance(80) ? pick(["accept", "charge", "shipped"]) : nil
      return FlowRecord(.settled(settled), taking: taken)
    case 4: return FlowRecord(.waiting(.init(step: step, visit: visits, names: ["Shipped"])), taking: taken)
    case 5: return FlowRecord(.snapshot(.init(["visits": .integer(Int64(visits))], step: step)), taking: taken)
    case 6: return FlowRecord(.undone(.init(step: step, visit: visits)), taking: taken)
    default: return FlowRecord(.unknown(["dreamt": .string(step)]), taking: taken)
    }
  }

  private func body(saying disposition: RunDisposition) -> FlowRecord.Body? {
    switch disposition {
    case .hold, .release: nil
    case .wait(_, let names): .waiting(.init(step: "shipped", visit: visits, names: names))
    case .park(let reason): .parked(.init(reason))
    case .end(let ending): .ended(.init(ending))
    }
  }

  private mutating func disposition() -> RunDisposition {
    switch draw(20) {
    case 0..<8: .hold(lease: .milliseconds(1_000 + draw(40_000)))
    case 8..<10: .release(after: .milliseconds(draw(3) * draw(5_000)))
    case 10..<15:
      .wait(
        chance(40) ? .never : .after(.microseconds(draw(90_000_000))),
        for: Array(["Shipped", "Paid"].prefix(draw(3))))
    case 15..<17: .park("It can't continue, for reason \(pick(["1", "2", Self.marked])).")
    default: .end(pick(RunEnding.allCases))
    }
  }

  private mutating func send() async throws -> (String, String, String) {
    let content: FlowMessage.Content =
      switch draw(10) {
      case 0..<7:
        .message(
          name: pick(["Shipped", "Paid", "Other"]), body: pick([.integer(Int64(draw(100))), .string(Self.marked)]))
      case 7: pick([.cancel, .touch])
      case 8: .back(to: pick(["accept", "charge"]))
      default: pick([.retry, .change(VisitChange(token(), message: "Paid", .integer(Int64(draw(3)))))])
      }
    var message = FlowMessage(content, key: chance(30) ? "k\(draw(5))" : nil)
    let number = RunNumber(rawValue: max(1, model.nextNumber - draw(40)))
    if !message.isCommand, chance(30) {
      var query = RunQuery()
      query.numbers = [number]
      let record = model.list(query, after: nil, limit: 1).first?.lastRecord ?? 0
      message.answering = VisitAnswer(token(), restingAt: record - draw(2), draft: chance(50) ? "typed" : nil)
    }
    let expected: String
    let now = try await subject.store.now()
    do { expected = "\(try model.send(message, to: number, now: now))" } catch { expected = "the error \"\(error)\"" }
    let store = subject.store
    let found = await answer { () async throws(StoreError) in try await store.send(message, to: number) }
    return ("send(\(message), to: \(number))", found, expected)
  }

  private mutating func token() -> VisitToken {
    VisitToken(run: RunNumber(rawValue: 1 + draw(3)), step: pick(["accept", "charge"]), number: 1 + draw(2))
  }

  private mutating func pass() async throws -> (String, String, String) {
    try await subject.advance(.milliseconds(draw(2) * draw(30_000)))
    return ("time", "", "")
  }

  private mutating func list() async throws -> (String, String, String) {
    var query = RunQuery()
    if chance(30) { query.flows = [pick(["order", "signup", "unknown"]), "refund"] }
    if chance(30) { query.states = [pick(RunState.Kind.allCases)] }
    if chance(20) { query.key = pick(["", Self.marked]) + "\(draw(30))" }
    if chance(20) { query.tenant = "acme" }
    if chance(20) { query.position = "charge" }
    if chance(20) { query.numbers = Set((0..<draw(9)).map { _ in RunNumber(rawValue: 1 + draw(model.nextNumber)) }) }
    if chance(20) { query.changedBefore = try await subject.store.now() }
    if chance(15) { query.endings = [pick(RunEnding.allCases)] }
    if chance(15) { query.keyPrefix = pick(["", "1", "é", "\u{10FFFF}"]) }
    if chance(10) { query.beganFrom = try await subject.store.now().advanced(by: .zero - .seconds(draw(60))) }
    if chance(10) { query.beganBefore = try await subject.store.now().advanced(by: .zero - .seconds(draw(60))) }
    if chance(30) { query.order = pick(RunOrder.allCases) }
    query.newestFirst = chance(40)
    let number = chance(50) ? nil : RunNumber(rawValue: draw(model.nextNumber))
    let limit = draw(30)
    let (store, asked) = (subject.store, query)
    var found = await answer { () async throws(StoreError) in try await store.runs(asked, after: number, limit: limit) }
    var expected = "\(model.list(query, after: number, limit: limit))"
    found += await answer { () async throws(StoreError) in
      try await store.counts(asked).map { "\($0)" }.sorted()
    }
    expected += "\(model.counts(query).map { "\($0)" }.sorted())"
    if let run = model.runs.randomElement(using: &random) {
      let (number, after) = (run.summary.number, draw(5))
      func text(_ records: [FlowRecord]) -> String { "\(records)" + Self.spelling(records) }
      found += await answer { () async throws(StoreError) in
        text(try await store.records(of: number, after: after, limit: 4))
      }
      expected += text(Array(run.records.filter { $0.number > after }.prefix(4)))
    }
    return ("runs(\(query), after: \(number.map { "\($0)" } ?? "nil"), limit: \(limit))", found, expected)
  }

  private mutating func forget() async throws -> (String, String, String) {
    let now = try await subject.store.now()
    let time = StoreTime(milliseconds: now.milliseconds - Int64(draw(60_000)))
    let limit = 3 + draw(40)
    let expected = model.forget(endedBefore: time, limit: limit)
    let store = subject.store
    let found = await answer { () async throws(StoreError) in try await store.forget(endedBefore: time, limit: limit) }
    return ("forget(endedBefore: \(time))", found, "\(expected)")
  }

  private mutating func reopen() async throws -> (String, String, String) {
    guard let reopen = subject.reopen else { return ("nothing", "", "") }
    let now = try await subject.store.now()
    subject.store = try await reopen(subject.store)
    // A lease ends with its process, or outlives it.
    var query = RunQuery(states: [.ready])
    query.numbers = model.heldRuns
    model.reopen(now: now, ready: Set(try await subject.store.runs(query, after: nil, limit: .max).map(\.number)))
    // The workers have ended, too. A store may take or refuse the appends of a claim whose lease has outlived them.
    let held = model.heldRuns
    claims.removeAll { held.contains($0.run) }
    return ("reopen()", "", "")
  }
}
